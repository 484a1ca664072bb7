uniform float opacity;
flat in vec4 color;
flat in vec3 material;
in vec3 to_eye;
in vec3 outward;
out vec4 pixel;

void main() {
    vec3 seen = shade(normalize(outward), normalize(to_eye), color.rgb, material);
    pixel = vec4(seen, 1.0) * (color.a * opacity);
}
