uniform samplerBuffer labels;
out vec2 at;
flat out vec4 color;
flat out vec4 halo;

void main() {
    int row = gl_InstanceID * 4;
    vec4 box = texelFetch(labels, row), place = texelFetch(labels, row + 1);
    color = texelFetch(labels, row + 2);
    halo = texelFetch(labels, row + 3);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * box.zw;
    at = place.xy + corner;
    vec2 clip = (box.xy + corner) / picture.xy * 2.0 - 1.0;
    gl_Position = placed(vec4(clip.x, -clip.y, place.z, 1.0));
}
