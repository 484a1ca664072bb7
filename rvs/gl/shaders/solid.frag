uniform float opacity;
flat in vec4 color;
flat in vec3 material;
in vec3 to_eye;
in vec3 outward;
out vec4 pixel;

void main() {
    pixel = vec4(shade(normalize(outward), normalize(to_eye), color.rgb, material),
                 color.a * opacity);
}
