uniform vec4 sky;
uniform vec4 horizon;
noperspective in vec2 at;
out vec4 pixel;

// sine of the elevation from which and up to which the colour changes; a parallel view looks in
// one direction only and takes its height on the screen instead
const vec2 BAND = vec2(-0.30, 0.40);
const vec2 SCREEN_BAND = vec2(-0.20, 1.40);

void main() {
    if (eye.w > 0.5) {
        pixel = mix(horizon, sky, smoothstep(SCREEN_BAND.x, SCREEN_BAND.y, at.y));
        return;
    }
    vec2 slope = at * lens.xy;
    float rise = (slope.y * lens.w - lens.z) * inversesqrt(1.0 + dot(slope, slope));
    pixel = mix(horizon, sky, smoothstep(BAND.x, BAND.y, rise));
}
