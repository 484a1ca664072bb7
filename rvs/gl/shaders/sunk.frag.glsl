// Solids that reach below the floor, over a picture of it.
in vec4 shaded;
in vec4 covering;
in vec3 place;
out vec4 pixel;

void main() {
    pixel = shaded;
    if (below_floor(place)) {
        pixel = over_ground(mix(covering, shaded, through_floor(place)));
    }
}
