// The line around a mask without samples: whole pixels, found by a few looks around each.
uniform sampler2D mask;
uniform vec4 outside;
uniform vec4 inside;
uniform float width;    // of the line outside, in device pixels
uniform float rim;      // of the line inside
out vec4 pixel;

float covered(ivec2 at) {
    return texelFetch(mask, clamp(at, ivec2(0), textureSize(mask, 0) - 1), 0).r;
}

float around(ivec2 at, ivec2 x, ivec2 y) {
    return covered(at + x) + covered(at - x) + covered(at + y) + covered(at - y);
}

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    int far = int(width + 0.5), aslant = int(0.7071 * width + 0.5), near = int(rim + 0.5);
    float own = covered(here);
    float most = around(here, ivec2(far, 0), ivec2(0, far))
               + around(here, ivec2(aslant, aslant), ivec2(aslant, -aslant));
    if (most == 8.0 * own) { discard; }
    float least = around(here, ivec2(near, 0), ivec2(0, near));
    if (own > 0.5 && least == 4.0) { discard; }
    vec4 ink = own > 0.5 ? inside : outside;
    if (ink.a <= 0.0) { discard; }
    pixel = vec4(ink.rgb, 1.0) * ink.a;
}
