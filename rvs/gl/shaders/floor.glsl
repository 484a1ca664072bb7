// How much is seen, through the floor, of what is below it.
// x and y of its middle, how far from there it begins to fade, and where it has faded; or 0
uniform vec4 fading;

float through_floor(vec3 place) {
    if (fading.w == 0.0) { return 1.0; }
    vec3 towards = to_viewer(place);
    vec2 at = place.xy - towards.xy * (place.z / towards.z);
    return smoothstep(fading.z, fading.w, distance(at, fading.xy));
}
