flat out vec4 color;
flat out vec3 material;
out vec3 place;
out vec3 to_eye;
out vec3 outward;

void main() {
    Corner corner = corner_of_solid();
    color = corner.color;
    material = corner.material;
    place = corner.place;
    to_eye = corner.to_eye;
    outward = corner.outward;
}
