uniform vec4 sky;
uniform vec4 horizon;
out vec4 color;

// Sine of the elevation from which and up to which the colour changes; a parallel view looks in
// one direction only and takes its height on the screen instead.
const vec2 BAND = vec2(-0.40, 0.30), SCREEN_BAND = vec2(-0.20, 1.40);
// The colour changes slowly: it is computed at the corners of a grid and blended between them.
// Below the band the picture is cleared to the horizon already and nothing is drawn.
const vec2 CELLS = vec2(8.0, 48.0);

float share(vec2 at) {
    if (eye.w > 0.5) { return smoothstep(SCREEN_BAND.x, SCREEN_BAND.y, at.y); }
    vec2 slope = at * lens.xy;
    float rise = (slope.y * lens.w - lens.z) * inversesqrt(1.0 + dot(slope, slope));
    return smoothstep(BAND.x, BAND.y, rise);
}

void main() {
    vec2 at = vec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) / CELLS * 2.0 - 1.0;
    float top = float(gl_InstanceID + 1) / CELLS.y * 2.0 - 1.0;
    bool seen = max(share(vec2(0.0, top)), share(vec2(1.0, top))) > 0.0;
    color = mix(horizon, sky, share(at));
    gl_Position = seen ? placed(vec4(at, 0.0, 1.0)) : vec4(2.0, 2.0, 2.0, 1.0);
}
