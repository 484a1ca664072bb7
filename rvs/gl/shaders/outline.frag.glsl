uniform sampler2D mask;
uniform vec4 outside;
uniform vec4 inside;
uniform float width;    // of the line outside, in device pixels
uniform float rim;      // of the line inside
out vec4 pixel;

// The edge lies where pixels are covered in part: how far within a pixel says its coverage
// (Gustavson and Strand, Anti-aliased Euclidean distance transform, 2011).
void main() {
    ivec2 here = ivec2(gl_FragCoord.xy), last = textureSize(mask, 0) - 1;
    int reach = int(ceil(width)) + 1;
    // Most pixels are far from the edge: a coarse look around, every other texel, tells them.
    float most = 0.0, least = 1.0;
    for (int y = -reach; y <= reach; y += 2) {
        for (int x = -reach; x <= reach; x += 2) {
            float covered = texelFetch(mask, clamp(here + ivec2(x, y), ivec2(0), last), 0).r;
            most = max(most, covered);
            least = min(least, covered);
        }
    }
    if (most == least) { discard; }
    float out_by = 1e3, in_by = 1e3;
    for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) {
            float covered = texelFetch(mask, clamp(here + ivec2(x, y), ivec2(0), last), 0).r;
            float away = length(vec2(x, y));
            if (covered > 0.0) { out_by = min(out_by, away + 0.5 - covered); }
            if (covered < 1.0) { in_by = min(in_by, away + covered - 0.5); }
        }
    }
    float apart = out_by > 0.0 ? out_by : -in_by;
    float outer = clamp(apart + 0.5, 0.0, 1.0) * clamp(width + 0.5 - apart, 0.0, 1.0);
    float inner = clamp(0.5 - apart, 0.0, 1.0) * clamp(rim + 0.5 + apart, 0.0, 1.0);
    outer *= outside.a;
    inner *= inside.a;
    if (outer + inner <= 0.0) { discard; }
    pixel = vec4(outside.rgb * outer + inside.rgb * inner, outer + inner);
}
