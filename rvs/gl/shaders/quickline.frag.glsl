uniform vec4 color;
out vec4 pixel;

void main() {
    pixel = vec4(color.rgb, 1.0) * color.a;
}
