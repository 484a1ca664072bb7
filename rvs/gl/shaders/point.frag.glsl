in vec2 at;
flat in vec4 color;
flat in float radius;
out vec4 pixel;

void main() {
    float cover = clamp(radius + 0.5 - length(at), 0.0, 1.0);
    if (cover <= 0.0) { discard; }
    pixel = vec4(color.rgb, 1.0) * (color.a * cover);
}
