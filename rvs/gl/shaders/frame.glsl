// Every fragment shader writes its colour weighted with its opacity.
layout(std140) uniform Frame {
    mat4 to_clip;    // from the world to clip coordinates of the whole picture
    vec4 eye;        // its place; w is 1 in a parallel view
    vec4 back;       // direction towards the viewer
    vec4 studio;     // x, y: the camera's right in the world, always horizontal
    vec4 tile;       // scale x, y and offset x, y from the picture's clip space to the part's
    vec4 picture;    // width, height, device pixels per pixel, device pixels per metre
    vec4 lens;       // half width and half height at distance 1; sine and cosine of the elevation
};

vec4 placed(vec4 clip) {
    return vec4(clip.xy * tile.xy + clip.w * tile.zw, clip.zw);
}

vec3 to_viewer(vec3 point) {
    return eye.w > 0.5 ? back.xyz : eye.xyz - point;
}

// a world direction in the studio, which turns with the camera's azimuth
vec3 in_studio(vec3 d) {
    return vec3(d.x * studio.x + d.y * studio.y, d.y * studio.x - d.x * studio.y, d.z);
}
