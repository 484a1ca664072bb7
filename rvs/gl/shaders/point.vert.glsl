uniform samplerBuffer dots;
uniform int base;
uniform float opacity;
out vec2 at;
flat out vec4 color;
flat out float radius;

void main() {
    int row = (base + gl_InstanceID) * 2;
    vec4 dot_at = texelFetch(dots, row);
    color = texelFetch(dots, row + 1);
    color.a *= opacity;
    radius = 0.5 * dot_at.w * picture.z;
    at = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * (radius + 1.0);
    vec4 clip = to_clip * vec4(dot_at.xyz, 1.0);
    gl_Position = placed(vec4(clip.xy + at / (0.5 * picture.xy) * clip.w, clip.zw));
}
