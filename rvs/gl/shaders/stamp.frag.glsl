uniform sampler2D stamp;
uniform int left;
uniform int bottom;
out vec4 pixel;

void main() {
    pixel = texelFetch(stamp, ivec2(gl_FragCoord.xy) - ivec2(left, bottom), 0);
}
