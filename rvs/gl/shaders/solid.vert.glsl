uniform samplerBuffer solids;
uniform int base;
uniform float on_ground;
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
flat out vec4 color;
flat out vec3 material;
out vec3 to_eye;
out vec3 outward;

void main() {
    int at = (base + gl_InstanceID) * 5;
    vec4 x = texelFetch(solids, at), y = texelFetch(solids, at + 1), z = texelFetch(solids, at + 2);
    color = texelFetch(solids, at + 3);
    material = texelFetch(solids, at + 4).xyz;
    vec4 local = vec4(position, 1.0);
    vec3 world = vec3(dot(x, local), dot(y, local), dot(z, local));
    // the cofactors of the pose turn normals rightly even where it scales unevenly
    outward = in_studio(vec3(dot(cross(y.xyz, z.xyz), normal), dot(cross(z.xyz, x.xyz), normal),
                             dot(cross(x.xyz, y.xyz), normal)));
    to_eye = in_studio(to_viewer(world));
    // solids that stand on a ready picture of the floor end at it
    gl_ClipDistance[0] = on_ground > 0.5 ? world.z : 1.0;
    gl_Position = placed(to_clip * vec4(world, 1.0));
}
