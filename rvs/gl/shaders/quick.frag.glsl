in vec4 shaded;
out vec4 pixel;

void main() {
    pixel = shaded;
}
