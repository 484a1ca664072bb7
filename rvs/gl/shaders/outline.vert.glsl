void main() {
    vec2 at = vec2(gl_VertexID >> 1, gl_VertexID & 1);
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}
