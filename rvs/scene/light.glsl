// The one light: the same numbers as rvs.scene.light, which a test compares.
// Directions are unit vectors in the studio (x right, y away from the viewer, z up); albedo is
// linear; material is (metal, rough, spec).  Returns sRGB for a plain RGBA8 target.
const vec3 KEY_DIR = vec3(-0.559413, -0.539434, 0.62934);
const vec3 FILL_DIR = vec3(0.880352, -0.420168, 0.220088);
const vec3 RIM_DIR = vec3(0.419727, 0.799481, 0.429721);
const vec3 KEY = vec3(0.9, 0.882, 0.855);
const vec3 FILL = vec3(0.09, 0.098, 0.11);
const vec3 RIM = vec3(0.24, 0.25, 0.265);
const vec3 SKY = vec3(0.35, 0.364, 0.388);
const vec3 GROUND = vec3(0.118, 0.114, 0.108);
const vec3 ENV_FLOOR = vec3(0.3, 0.295, 0.288);
const vec3 ENV_WALL = vec3(0.085, 0.09, 0.1);
const vec3 ENV_CEIL = vec3(0.56, 0.58, 0.61);
const float KEY_WRAP = 0.16, FILL_WRAP = 0.4, RIM_WRAP = 0.1;
const float KNEE = 0.55, GLOSS = 4.5;

vec3 to_srgb(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(max(c, 0.0031308), vec3(1.0 / 2.4)) - 0.055,
               step(0.0031308, c));
}

vec3 shoulder(vec3 c) {
    vec3 t = max(c - KNEE, 0.0) * (1.0 / (1.0 - KNEE));
    return min(c, KNEE) + (1.0 - KNEE) * t / (1.0 + t);
}

// smoothstep() from a with the reciprocal of its width: one division serves many
float ramp(float a, float per_width, float x) {
    float t = clamp((x - a) * per_width, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

vec3 lambert(vec3 n, vec3 direction, vec3 light, float wrap) {
    return max((dot(n, direction) + wrap) * (1.0 / (1.0 + wrap)), 0.0) * light;
}

// how soft the edges of boxes are: half their width, and the reciprocals of two ramps' widths
vec3 softness(float rough) {
    float s = 0.02 + 0.85 * rough;
    return vec3(s, 0.5 / s, 1.0 / (0.25 + s));
}

float softbox(vec3 r, vec3 axis, vec3 u, vec3 w, vec2 half_size, float gain, vec3 soft) {
    vec2 wider = half_size + 0.5 * soft.x;
    float peak = gain * half_size.x * half_size.y / (wider.x * wider.y);
    return peak * ramp(-0.5 * soft.x, soft.z, dot(r, axis))
                * ramp(-soft.x, soft.y, half_size.x - abs(dot(r, u)))
                * ramp(-soft.x, soft.y, half_size.y - abs(dot(r, w)));
}

vec3 environment(vec3 r, float rough, vec3 soft) {
    float s = 0.05 + 0.75 * rough;
    float up = ramp(0.02 - s, 0.5 / s, r.z);
    float high = ramp(0.10 - 0.5 * s, 1.0 / (0.75 + s), r.z);
    float near = ramp(0.10 - s, -1.0 / 0.55, r.z);
    vec3 low = mix(ENV_WALL, ENV_FLOOR, 0.45 + 0.55 * near);
    return mix(low, mix(ENV_WALL, ENV_CEIL, high), up)
        + softbox(r, vec3(0.0, -0.995, 0.1), vec3(1.0, 0.0, 0.0), vec3(0.0, 0.1, 0.995),
                  vec2(0.78, 0.5), 0.3, soft);
}

float softboxes(vec3 r, vec3 soft) {
    return softbox(r, vec3(-0.56, -0.54, 0.63), vec3(0.694, -0.72, 0.0), vec3(0.454, 0.437, 0.777),
                   vec2(0.34, 0.44), 1.55, soft)
         + softbox(r, vec3(0.0, 0.259, 0.966), vec3(1.0, 0.0, 0.0), vec3(0.0, 0.966, -0.259),
                   vec2(0.62, 0.26), 1.05, soft)
         + softbox(r, vec3(0.93, 0.15, 0.336), vec3(-0.159, 0.987, 0.0),
                   vec3(-0.332, -0.053, 0.942), vec2(0.11, 0.6), 0.95, soft)
         + softbox(r, vec3(-0.866, 0.48, 0.14), vec3(0.485, 0.875, 0.0),
                   vec3(-0.122, 0.068, 0.99), vec2(0.09, 0.5), 0.6, soft);
}

// what shade() returns, linear
vec3 lit(vec3 n, vec3 v, vec3 albedo, vec3 material) {
    float nv = dot(n, v);
    if (nv < 0.0) { n -= 2.0 * nv * v; nv = -nv; }
    float metal = material.x, rough = material.y, spec = material.z;
    vec3 light = mix(GROUND, SKY, 0.5 + 0.5 * n.z) + lambert(n, KEY_DIR, KEY, KEY_WRAP)
               + lambert(n, FILL_DIR, FILL, FILL_WRAP) + lambert(n, RIM_DIR, RIM, RIM_WRAP);
    vec3 result = albedo * light * (1.0 - metal);
    if (metal > 0.0 || spec > 0.0) {
        vec3 r = 2.0 * nv * n - v;
        vec3 f0 = 0.04 * spec * (1.0 - metal) + albedo * metal;
        float grazing = 1.0 - min(nv, 1.0), squared = grazing * grazing;
        vec3 f = f0 + max(max(spec * (1.0 - rough), 0.0) - f0, 0.0)
                    * (squared * squared * grazing * 0.6);
        vec3 soft = softness(rough);
        float boxes = softboxes(r, soft);
        result += f * (environment(r, rough, soft) + boxes) * (1.0 + 0.25 * metal)
                + GLOSS * 0.04 * spec * (1.0 - metal) * boxes;
    }
    return shoulder(result);
}

vec3 shade(vec3 n, vec3 v, vec3 albedo, vec3 material) {
    return to_srgb(lit(n, v, albedo, material));
}
