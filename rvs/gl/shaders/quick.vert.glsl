// Solids lit at their corners: a fraction of the work where there are many small triangles.
uniform float opacity;
out vec4 shaded;

void main() {
    Corner corner = corner_of_solid();
    vec3 seen = shade(normalize(corner.outward), normalize(corner.to_eye),
                      corner.color.rgb, corner.material);
    shaded = vec4(seen, 1.0) * (corner.color.a * opacity);
}
