in vec4 color;
out vec4 pixel;

void main() {
    pixel = color;
}
