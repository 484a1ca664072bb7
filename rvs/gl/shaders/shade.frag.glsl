// A shadow on the floor as it is without any, for the darker of two to stay.
uniform vec4 color;
uniform sampler2D plain;
in float shown;
out vec4 pixel;

void main() {
    float share = color.a * shown;
    pixel = texelFetch(plain, ivec2(gl_FragCoord.xy), 0) * (1.0 - share) + vec4(color.rgb, 1.0) * share;
}
