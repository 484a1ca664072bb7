uniform samplerBuffer segments;
uniform float opacity;
uniform float dash_all;
out vec2 at;                    // along from the start, across, in device pixels
flat out vec2 shown;            // opacity at start and end
flat out vec3 color;
flat out vec4 shape;            // length, half width at start and end, 1 if dashed
flat out vec4 cuts;             // halving directions at start and end, zero where the line ends
flat out float dash;            // place in the dashes at the start

const float BEHIND = 1e-6;
const float UNSEEN = 0.002;
// lines of a grid that are nearer to each other than this fade, in pixels
const vec2 CROWDED = vec2(1.5, 7.0);

vec2 on_screen(vec4 clip) {
    return clip.xy / clip.w * 0.5 * picture.xy;
}

// the half angle between this segment and its neighbour, in (along, across)
vec2 halving(vec2 along, vec2 across, vec2 neighbour) {
    float size = length(neighbour);
    if (size < 1e-3) { return vec2(0.0); }
    vec2 sum = vec2(dot(neighbour, along), dot(neighbour, across)) / size + vec2(1.0, 0.0);
    return length(sum) < 1e-2 ? vec2(1.0, 0.0) : sum;
}

void main() {
    int row = gl_VertexID / 4 * 7, corner = gl_VertexID % 4;
    vec4 before = texelFetch(segments, row), start = texelFetch(segments, row + 1);
    vec4 end = texelFetch(segments, row + 2), behind = texelFetch(segments, row + 3);
    vec4 ink = texelFetch(segments, row + 4), dashes = texelFetch(segments, row + 5);
    vec3 step_aside = texelFetch(segments, row + 6).xyz;
    vec4 a = to_clip * vec4(start.xyz, 1.0), b = to_clip * vec4(end.xyz, 1.0);
    float near_a = a.z + a.w, near_b = b.z + b.w;
    bool faint = max(before.w, start.w) * ink.a * opacity < UNSEEN;
    if (faint || (near_a < BEHIND && near_b < BEHIND)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (near_a < BEHIND) { a = mix(a, b, (BEHIND - near_a) / (near_b - near_a)); }
    if (near_b < BEHIND) { b = mix(b, a, (BEHIND - near_b) / (near_a - near_b)); }
    vec2 p = on_screen(a), q = on_screen(b);
    float size = distance(p, q);
    vec2 along = size > 1e-4 ? (q - p) / size : vec2(1.0, 0.0), across = vec2(-along.y, along.x);
    vec4 c = to_clip * vec4(before.xyz, 1.0), d = to_clip * vec4(behind.xyz, 1.0);
    bool joined_a = near_a >= BEHIND && c.z + c.w >= BEHIND && before.xyz != start.xyz;
    bool joined_b = near_b >= BEHIND && d.z + d.w >= BEHIND && behind.xyz != end.xyz;
    cuts.xy = joined_a ? halving(along, across, p - on_screen(c)) : vec2(0.0);
    cuts.zw = joined_b ? halving(along, across, on_screen(d) - q) : vec2(0.0);
    vec2 wide = end.w * (behind.w > 0.5 ? picture.ww / vec2(a.w, b.w) : picture.zz);
    vec2 half_wide = max(0.5 * wide, 0.5);
    shape = vec4(size, half_wide, max(dashes.y, dash_all));
    dash = dashes.x;
    color = ink.rgb;
    bool at_end = (corner & 1) == 1;
    float reach = (at_end ? half_wide.y : half_wide.x) + 0.5;
    at = vec2(at_end ? size + reach : -reach, (corner & 2) == 2 ? reach : -reach);
    shown = vec2(before.w, start.w) * min(wide, 1.0) * ink.a * opacity;
    if (step_aside != vec3(0.0)) {
        vec4 aside = to_clip * vec4(step_aside, 0.0);
        vec2 gaps = vec2(abs(dot(on_screen(a + aside) - p, across)),
                         abs(dot(on_screen(b + aside) - q, across)));
        shown *= smoothstep(vec2(CROWDED.x), vec2(CROWDED.y), gaps / picture.z);
        if (max(shown.x, shown.y) < UNSEEN) {
            gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
            return;
        }
    }
    vec2 place = p + along * at.x + across * at.y;
    // divided by w here: everything about a line is linear on the screen
    gl_Position = placed(vec4(place / (0.5 * picture.xy), at_end ? b.z / b.w : a.z / a.w, 1.0));
}
