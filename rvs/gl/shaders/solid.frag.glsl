flat in vec4 color;
flat in vec3 material;
in vec3 place;
in vec3 to_eye;
in vec3 outward;
out vec4 pixel;

void main() {
    vec3 n = normalize(outward), v = normalize(to_eye);
    vec3 seen = shade(n, v, color.rgb, material);
    vec3 over = tint.a > 0.0 ? shade(n, v, tint.rgb, MATTE) : vec3(0.0);
    pixel = tinted(seen, color.a * through_floor(place), over);
}
