// A rectangle on the floor: x and y of two corners.
uniform vec4 box;

void main() {
    vec2 at = vec2(gl_VertexID >> 1, gl_VertexID & 1);
    gl_Position = placed(to_clip * vec4(mix(box.xy, box.zw, at), 0.0, 1.0));
}
