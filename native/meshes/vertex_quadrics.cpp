#include "meshes/vertex_quadrics.h"

#include "figures/outline_rings.h"

namespace rvs {

namespace {

/// The quadric of a plane across a normal of any length.
Quadric quadric(const Place& normal, const Place& place, double weight) {
  const Place across = unit(normal);
  const double plane[4] = {across[0], across[1], across[2], -product(across, place)};
  Quadric made;
  std::size_t at = 0;
  for (int row = 0; row < 4; row++)
    for (int column = row; column < 4; column++)
      made.numbers[at++] = plane[row] * plane[column] * weight;
  made.weight = weight;
  return made;
}

/// Edges of triangles, as they come one after the other: the first of all, then the second ones.
struct Sides {
  const SurfaceArrays& surface;

  std::size_t count() const { return 3 * surface.triangle_count; }
  std::size_t triangle(std::size_t side) const { return side % surface.triangle_count; }
  std::int64_t start(std::size_t side) const {
    return surface.triangles[triangle(side)][side / surface.triangle_count];
  }
  std::int64_t end(std::size_t side) const {
    return surface.triangles[triangle(side)][(side / surface.triangle_count + 1) % 3];
  }
  std::uint64_t key(std::size_t side) const {
    const auto low = std::uint64_t(std::min(start(side), end(side)));
    const auto high = std::uint64_t(std::max(start(side), end(side)));
    return low * surface.point_count + high;
  }
  Place along(std::size_t side) const {
    return from_to(surface.points[start(side)], surface.points[end(side)]);
  }
};

void add_rims(const SurfaceArrays& surface, const std::vector<Place>& normals, double one_sided,
              std::vector<Quadric>& rims) {
  const Sides sides{surface};
  std::vector<std::uint64_t> keys(sides.count());
  for (std::size_t side = 0; side < keys.size(); side++) keys[side] = sides.key(side);
  const std::vector<std::uint32_t> order = stable_places(keys);
  for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
    const std::size_t first = order[begin];
    Place sum{};
    for (end = begin; end < order.size() && keys[order[end]] == keys[first]; end++) {
      const std::size_t side = order[end];
      const Place inwards = unit(cross(normals[sides.triangle(side)], sides.along(side)));
      for (std::size_t k = 0; k < 3; k++) sum[k] += inwards[k];
    }
    if (!(length(sum) > one_sided * double(end - begin))) continue;
    const Place along = sides.along(first);
    const std::int64_t from = sides.start(first), to = sides.end(first);
    const Quadric made = quadric(sum, surface.points[from], product(along, along));
    rims[std::size_t(from)].add(made);
    rims[std::size_t(to)].add(made);
  }
}

}  // namespace

VertexQuadrics vertex_quadrics(const SurfaceArrays& surface, const std::vector<Place>& normals,
                               double one_sided) {
  VertexQuadrics made;
  made.faces.resize(surface.point_count);
  made.rims.resize(surface.point_count);
  for (std::size_t k = 0; k < surface.triangle_count; k++) {
    const Corners& corners = surface.triangles[k];
    const Quadric one = quadric(normals[k], surface.points[corners[0]], length(normals[k]));
    for (const std::int64_t corner : corners) made.faces[std::size_t(corner)].add(one);
  }
  add_rims(surface, normals, one_sided, made.rims);
  return made;
}

}  // namespace rvs
