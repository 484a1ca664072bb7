// Pixels of a line, counted from the lower left corner of the picture.
layout(location = 0) in vec2 pixel_at;

void main() {
    gl_Position = placed(vec4((pixel_at + 0.5) / picture.xy * 2.0 - 1.0, 0.0, 1.0));
}
