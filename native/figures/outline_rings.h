// Outlines of sets of polygons that share edges: rvs/export/visibility/plane/rings.py; and parts of
// a graph that hang together.
#pragma once

#include <cstdint>
#include <vector>

namespace rvs {

/// Directed edges between points, each of a group.
struct Edges {
  const std::int64_t *groups, *starts, *ends;
  std::size_t count;
};

/// A closed outline of a group: the points that it runs through.
struct Ring {
  std::int64_t group;
  std::vector<std::int64_t> points;
};

/// The closed outlines of groups of edges; false if there are too many points to number the edges.
bool outline_rings(const Edges& edges, std::uint64_t points, std::uint64_t groups,
                   std::vector<Ring>& rings);

/// Number the parts of a graph that hang together, from its first node on.
std::vector<std::int64_t> graph_parts(const std::int64_t* one, const std::int64_t* two,
                                      std::size_t edges, std::size_t nodes);

/// The places of keys from the least key on, equal ones as they come.
std::vector<std::uint32_t> stable_places(const std::vector<std::uint64_t>& keys);

}  // namespace rvs
