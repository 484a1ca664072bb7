// How dark shadows make the floor.
uniform vec4 color;
uniform sampler2D dark;
// the floor without any shadow, for the darker of two to stay, if it counts
uniform sampler2D plain;
uniform bool over_others;
out vec4 pixel;

void main() {
    float share = color.a * texture(dark, gl_FragCoord.xy / picture.xy).r;
    vec4 below = over_others ? texelFetch(plain, ivec2(gl_FragCoord.xy), 0) * (1.0 - share)
                             : vec4(0.0);
    pixel = below + vec4(color.rgb, 1.0) * share;
}
