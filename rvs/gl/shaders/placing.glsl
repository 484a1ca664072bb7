// Where the corner of a solid lies, and what its surface is like.
uniform samplerBuffer solids;
// which side of the floor is drawn: 1 above, -1 below, 0 both
uniform float side;
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in int row;

struct Corner {
    vec3 place;        // in the world
    vec3 outward;      // in the studio, of any length
    vec3 to_eye;
    vec4 color;
    vec3 material;
};

// also sets the place in clip space and the distance from the floor
Corner corner_of_solid() {
    int at = row * 5;
    vec4 x = texelFetch(solids, at), y = texelFetch(solids, at + 1), z = texelFetch(solids, at + 2);
    vec4 local = vec4(position, 1.0);
    vec3 world = vec3(dot(x, local), dot(y, local), dot(z, local));
    // solids that stand on a ready picture of the floor end at it; what lies in it is hidden
    gl_ClipDistance[0] = side == 0.0 ? 1.0 : side * world.z - 1e-5;
    gl_Position = placed(to_clip * vec4(world, 1.0));
    // the cofactors of the pose turn normals rightly even where it scales unevenly or mirrors
    vec3 outward = vec3(dot(cross(y.xyz, z.xyz), normal), dot(cross(z.xyz, x.xyz), normal),
                        dot(cross(x.xyz, y.xyz), normal));
    if (dot(x.xyz, cross(y.xyz, z.xyz)) < 0.0) { outward = -outward; }
    return Corner(world, in_studio(outward), in_studio(to_viewer(world)),
                  texelFetch(solids, at + 3), texelFetch(solids, at + 4).xyz);
}
