uniform sampler2D letters;
in vec2 at;
flat in vec4 color;
flat in vec4 halo;
out vec4 pixel;

void main() {
    vec2 cover = texelFetch(letters, ivec2(at), 0).rg;
    float ink = cover.r * color.a, rim = cover.g * halo.a;
    float alpha = ink + rim * (1.0 - ink);
    if (alpha <= 0.0) { discard; }
    pixel = vec4(color.rgb * ink + halo.rgb * (rim * (1.0 - ink)), alpha);
}
