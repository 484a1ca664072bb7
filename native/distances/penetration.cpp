#include "distances/penetration.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rvs {
namespace space {

namespace {

// as in rvs/study/convex.py
constexpr int MOST_STEPS = 160;
constexpr double DONE = 1e-10, FLAT = 1e-12, THIN = 1e-9;

struct Face {
  int i, j, k;
  Vec normal;
  double distance;
};

using Corners = std::vector<Corner>;

/// Whether the last corner leaves what the others span.
bool spreads(const Corners& found) {
  const Vec w0 = found[0].w;
  double size = 0.0, far = 0.0;
  for (std::size_t i = 0; i < found.size(); i++) {
    far = std::fmax(far, largest(found[i].w));
    size = std::fmax(size, largest(found[i].w - w0));
  }
  if (found.size() == 2) return size > FLAT * far;
  const Vec normal = cross(found[1].w - w0, found[2].w - w0);
  const double measure =
      found.size() == 3 ? norm(normal) : std::fabs(dot(normal, found[3].w - w0)) / size;
  return measure > THIN * size * size;
}

/// Directions that leave what a simplex spans; the opposite ones count too.
std::vector<Vec> across(const Corners& found) {
  if (found.size() == 1) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec e = found[1].w - found[0].w;
  if (found.size() == 3) return {cross(e, found[2].w - found[0].w)};
  const double x = std::fabs(e.x), y = std::fabs(e.y), z = std::fabs(e.z);
  const Vec axis = x <= y && x <= z ? Vec{1, 0, 0} : y <= z ? Vec{0, 1, 0} : Vec{0, 0, 1};
  const Vec first = cross(e, axis);
  return {first, cross(e, first)};
}

Corner furthest(const Couple& couple, Vec direction) {
  const Vec p = couple.far_a(direction), q = couple.far_b(-direction);
  return {p - q, p, q};
}

bool widen(const Couple& couple, Corners& found) {
  for (const Vec& direction : across(found))
    for (const double sign : {1.0, -1.0}) {
      found.push_back(furthest(couple, sign * direction));
      if (spreads(found)) return true;
      found.pop_back();
    }
  return false;
}

Overlap flat(const Corners& found) {
  const Vec normal = found.size() > 1 ? across(found)[0] : Vec{0, 0, 1};
  Overlap answer{0.0, (1.0 / norm(normal)) * normal, {}, {}};
  for (const Corner& corner : found) {
    answer.a = answer.a + (1.0 / double(found.size())) * corner.a;
    answer.b = answer.b + (1.0 / double(found.size())) * corner.b;
  }
  return answer;
}

Face make_face(const Corners& grown, int i, int j, int k) {
  const Vec w = grown[std::size_t(i)].w;
  const Vec normal = cross(grown[std::size_t(j)].w - w, grown[std::size_t(k)].w - w);
  const double length = norm(normal);
  if (length == 0.0) return {i, j, k, normal, HUGE_VAL};
  const Vec unit = (1.0 / length) * normal;
  return {i, j, k, unit, std::fmax(dot(unit, w), 0.0)};
}

std::vector<Face> first_faces(const Corners& grown) {
  const Vec w = grown[0].w;
  const bool turned =
      dot(cross(grown[1].w - w, grown[2].w - w), grown[3].w - w) > 0.0;
  const int cycles[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  std::vector<Face> faces;
  for (const int* c : cycles)
    faces.push_back(turned ? make_face(grown, c[0], c[1], c[2])
                           : make_face(grown, c[2], c[1], c[0]));
  return faces;
}

std::size_t nearest(const std::vector<Face>& faces) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < faces.size(); i++)
    if (faces[i].distance < faces[best].distance) best = i;
  return best;
}

/// Let the last corner push the polytope out; false where rounding lets nothing be seen.
bool push(std::vector<Face>& faces, std::size_t best, const Corners& grown, double slack) {
  const int last = int(grown.size()) - 1;
  const Vec w = grown.back().w;
  std::vector<std::pair<int, int>> edges;
  std::vector<Face> kept;
  bool sees_best = false;
  for (std::size_t f = 0; f < faces.size(); f++) {
    const Face& face = faces[f];
    if (dot(face.normal, w - grown[std::size_t(face.i)].w) > slack) {
      sees_best = sees_best || f == best;
      edges.insert(edges.end(), {{face.i, face.j}, {face.j, face.k}, {face.k, face.i}});
    } else {
      kept.push_back(face);
    }
  }
  if (!sees_best) return false;
  for (const auto& edge : edges) {
    if (std::find(edges.begin(), edges.end(), std::make_pair(edge.second, edge.first)) !=
        edges.end())
      continue;
    kept.push_back(make_face(grown, edge.first, edge.second, last));
    if (kept.back().distance == HUGE_VAL) return false;
  }
  faces.swap(kept);
  return true;
}

/// Twice the areas that the foot of the origin makes with the sides of a face; the least of them.
double areas(const Corners& grown, const Face& face, double (&area)[3]) {
  const int corners[3] = {face.i, face.j, face.k};
  const Vec foot = face.distance * face.normal;
  double least = HUGE_VAL;
  for (int n = 0; n < 3; n++) {
    const Vec p = grown[std::size_t(corners[(n + 1) % 3])].w - foot;
    const Vec q = grown[std::size_t(corners[(n + 2) % 3])].w - foot;
    area[n] = dot(cross(p, q), face.normal);
    least = std::fmin(least, area[n]);
  }
  return least;
}

/// What the nearest face says; of several in one plane, the one that the foot lies in.
Overlap answer(const Corners& grown, const std::vector<Face>& faces, double slack) {
  const double least = faces[nearest(faces)].distance;
  const Face* face = nullptr;
  double most = -HUGE_VAL, weight[3], sum = 0.0;
  for (const Face& one : faces) {
    double area[3];
    if (one.distance > least + slack) continue;
    const double inside = areas(grown, one, area);
    if (face && inside <= most) continue;
    most = inside;
    face = &one;
    sum = 0.0;
    for (int n = 0; n < 3; n++) sum += weight[n] = std::fmax(area[n], 0.0);
  }
  Overlap found{least, face->normal, {}, {}};
  const int corners[3] = {face->i, face->j, face->k};
  for (int n = 0; n < 3; n++) {
    const double part = sum > 0.0 ? weight[n] / sum : 1.0 / 3.0;
    found.a = found.a + part * grown[std::size_t(corners[n])].a;
    found.b = found.b + part * grown[std::size_t(corners[n])].b;
  }
  return found;
}

}  // namespace

Overlap overlap(const Couple& couple, const Simplex& start, double least) {
  Corners grown(start.corner, start.corner + start.count);
  while (grown.size() < 4)
    if (!widen(couple, grown)) return flat(grown);
  double size = 0.0;
  for (const Corner& corner : grown) size = std::fmax(size, largest(corner.w));
  std::vector<Face> faces = first_faces(grown);
  for (int step = 0; step < MOST_STEPS; step++) {
    const std::size_t best = nearest(faces);
    const Face face = faces[best];
    const Corner corner = furthest(couple, face.normal);
    const double way_out = dot(corner.w, face.normal);
    if (way_out < least) return {way_out, face.normal, {}, {}};
    if (way_out - face.distance <= DONE * size) break;
    grown.push_back(corner);
    if (!push(faces, best, grown, DONE * size)) break;
  }
  return answer(grown, faces, 10.0 * DONE * size);
}

}  // namespace space
}  // namespace rvs
