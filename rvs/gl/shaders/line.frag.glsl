in vec2 at;
flat in vec2 shown;
flat in vec3 color;
flat in vec4 shape;
flat in vec4 cuts;
flat in float dash;
out vec4 pixel;

const float ON = 6.0, PERIOD = 10.0;

void main() {
    float past = at.x - shape.x;
    // where two segments meet, each pixel belongs to one of them: nothing is painted twice
    if (cuts.xy != vec2(0.0) && dot(at, cuts.xy) < 0.0) { discard; }
    if (cuts.zw != vec2(0.0) && dot(vec2(past, at.y), cuts.zw) >= 0.0) { discard; }
    float share = clamp(at.x / max(shape.x, 1e-3), 0.0, 1.0);
    float half_wide = mix(shape.y, shape.z, share);
    float beyond = max(max(-at.x, past), 0.0);
    float cover = clamp(half_wide + 0.5 - length(vec2(beyond, at.y)), 0.0, 1.0);
    if (shape.w > 0.5) {
        float place = mod(dash + at.x, PERIOD * picture.z);
        cover *= clamp(min(place, ON * picture.z - place) + 0.5, 0.0, 1.0);
    }
    if (cover <= 0.0) { discard; }
    pixel = vec4(color, 1.0) * (cover * mix(shown.x, shown.y, share));
}
