// How much is seen, through the floor, of what is below it.
// x and y of its middle, how far from there it begins to fade, and where it has faded; or 0
uniform vec4 fading;
// a picture of the floor, of the size of this one
uniform sampler2D ground;

float through_floor(vec3 place) {
    if (fading.w == 0.0) { return 1.0; }
    vec3 towards = to_viewer(place);
    vec2 at = place.xy - towards.xy * (place.z / towards.z);
    return smoothstep(fading.z, fading.w, distance(at, fading.xy));
}

// solids that end at the floor do so here; what lies in it is hidden
bool below_floor(vec3 place) { return place.z < 1e-5; }

vec4 over_ground(vec4 seen) {
    return seen + texelFetch(ground, ivec2(gl_FragCoord.xy), 0) * (1.0 - seen.a);
}
