// How much of the darkest there is.
uniform float darkest;
in float shown;
out vec4 pixel;

void main() {
    pixel = vec4(shown / darkest);
}
