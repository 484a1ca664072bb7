// A matte colour over solids: linear, and how much of what is below it is covered.
uniform vec4 tint;
// how much of the solids below the tint is drawn
uniform float opacity;
const vec3 MATTE = vec3(0.0, 1.0, 0.0);

// both as they are seen, weighted with the opacity of what is seen together
vec4 tinted(vec3 seen, float alpha, vec3 over) {
    return mix(vec4(seen, 1.0) * (alpha * opacity), vec4(over, 1.0), tint.a);
}
