flat in vec4 color;
flat in vec3 material;
in vec3 place;
in vec3 to_eye;
in vec3 outward;
// whether there is a picture of the floor that it is drawn over
uniform bool on_ground;
out vec4 pixel;

void main() {
    vec3 n = normalize(outward), v = normalize(to_eye);
    vec3 seen = shade(n, v, color.rgb, material);
    vec3 over = tint.a > 0.0 ? shade(n, v, tint.rgb, MATTE) : vec3(0.0);
    bool below = !on_ground || below_floor(place);
    pixel = tinted(seen, color.a * (below ? through_floor(place) : 1.0), over);
    if (on_ground && below) { pixel = over_ground(pixel); }
}
