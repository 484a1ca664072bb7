// Solids lit at their corners: a fraction of the work where there are many small triangles.
out vec4 shaded;
// what of it no floor hides: the tint; and where it is, for the floor
out vec4 covering;
out vec3 place;

// to_srgb() by roots, which processors have as an instruction; 2/255 off at most, near black
vec3 quick_srgb(vec3 c) {
    vec3 second = sqrt(clamp(c, 0.0, 1.0)), fourth = sqrt(second), eighth = sqrt(fourth);
    return max(0.662002687 * second + 0.68412206 * fourth - 0.323583601 * eighth
               - 0.022541147 * c, 0.0);
}

void main() {
    Corner corner = corner_of_solid();
    vec3 n = normalize(corner.outward), v = normalize(corner.to_eye);
    vec3 seen = quick_srgb(lit(n, v, corner.color.rgb, corner.material));
    vec3 over = quick_srgb(lit(n, v, tint.rgb, MATTE));
    shaded = tinted(seen, corner.color.a, over);
    covering = tinted(seen, 0.0, over);
    place = corner.place;
}
