layout(location = 0) in vec4 corner;
out float shown;

void main() {
    shown = corner.w;
    gl_Position = placed(to_clip * vec4(corner.xyz, 1.0));
}
