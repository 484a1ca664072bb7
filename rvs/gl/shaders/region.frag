uniform vec4 color;
in float shown;
out vec4 pixel;

void main() {
    pixel = vec4(color.rgb, color.a * shown);
}
