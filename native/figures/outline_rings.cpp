#include "figures/outline_rings.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace rvs {

namespace {

/// The bits that numbers below `count` need.
int bits_of(std::uint64_t count) {
  int bits = 0;
  while (bits < 64 && (count >> bits) > 0) bits++;
  return bits;
}

/// Edges left when pairs of opposite ones of one group are taken away.
std::vector<std::uint32_t> not_cancelled(const Edges& edges, int bits) {
  std::vector<std::uint64_t> keys(edges.count);
  for (std::size_t k = 0; k < edges.count; k++) {
    const auto low = std::uint64_t(std::min(edges.starts[k], edges.ends[k]));
    const auto high = std::uint64_t(std::max(edges.starts[k], edges.ends[k]));
    keys[k] = (std::uint64_t(edges.groups[k]) << (2 * bits)) | (low << bits) | high;
  }
  const std::vector<std::uint32_t> order = stable_places(keys);
  std::vector<std::uint32_t> kept;
  for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
    long surplus = 0;
    for (end = begin; end < order.size() && keys[order[end]] == keys[order[begin]]; end++)
      surplus += edges.starts[order[end]] < edges.ends[order[end]] ? 1 : -1;
    if (edges.starts[order[begin]] == edges.ends[order[begin]]) continue;
    // of several equal edges the first ones stay, as many as have no opposite
    const bool forward = surplus > 0;
    for (std::size_t k = begin; k < end && surplus; k++) {
      if ((edges.starts[order[k]] < edges.ends[order[k]]) != forward) continue;
      kept.push_back(order[k]);
      surplus += forward ? -1 : 1;
    }
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

/// The edge that follows each one: the k-th that arrives at a point goes on as the k-th leaving.
std::vector<std::uint32_t> following(const Edges& edges, const std::vector<std::uint32_t>& kept,
                                     int bits) {
  std::vector<std::uint64_t> keys(kept.size());
  const auto places = [&](const std::int64_t* points) {
    for (std::size_t k = 0; k < kept.size(); k++)
      keys[k] = (std::uint64_t(edges.groups[kept[k]]) << bits) | std::uint64_t(points[kept[k]]);
    return stable_places(keys);
  };
  const std::vector<std::uint32_t> leaving = places(edges.starts), arriving = places(edges.ends);
  std::vector<std::uint32_t> next(kept.size());
  for (std::size_t k = 0; k < kept.size(); k++) next[arriving[k]] = leaving[k];
  return next;
}

}  // namespace

std::vector<std::uint32_t> stable_places(const std::vector<std::uint64_t>& keys) {
  constexpr int DIGIT = 11;
  constexpr std::size_t SIZE = std::size_t(1) << DIGIT;
  std::vector<std::uint32_t> order(keys.size()), other(keys.size());
  std::iota(order.begin(), order.end(), std::uint32_t(0));
  std::uint64_t most = 0;
  for (const std::uint64_t key : keys) most |= key;
  for (int shift = 0; shift < 64 && (most >> shift) > 0; shift += DIGIT) {
    std::array<std::uint32_t, SIZE + 1> starts{};
    for (const std::uint64_t key : keys) starts[((key >> shift) & (SIZE - 1)) + 1]++;
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (const std::uint32_t place : order)
      other[starts[(keys[place] >> shift) & (SIZE - 1)]++] = place;
    order.swap(other);
  }
  return order;
}

bool outline_rings(const Edges& edges, std::uint64_t points, std::uint64_t groups,
                   std::vector<Ring>& rings) {
  const int bits = bits_of(points);
  if (2 * bits + bits_of(groups) > 64 || edges.count > UINT32_MAX) return false;
  const std::vector<std::uint32_t> kept = not_cancelled(edges, bits);
  const std::vector<std::uint32_t> next = following(edges, kept, bits);
  std::vector<bool> seen(kept.size(), false);
  for (std::size_t first = 0; first < kept.size(); first++) {
    if (seen[first]) continue;
    Ring ring{edges.groups[kept[first]], {}};
    for (std::size_t at = first; !seen[at]; at = next[at]) {
      seen[at] = true;
      ring.points.push_back(edges.starts[kept[at]]);
    }
    if (ring.points.size() > 2) rings.push_back(std::move(ring));
  }
  return true;
}

std::vector<std::int64_t> graph_parts(const std::int64_t* one, const std::int64_t* two,
                                      std::size_t edges, std::size_t nodes) {
  std::vector<std::int64_t> root(nodes);
  std::iota(root.begin(), root.end(), std::int64_t(0));
  const auto top = [&](std::int64_t node) {
    while (root[std::size_t(node)] != node) {
      root[std::size_t(node)] = root[std::size_t(root[std::size_t(node)])];
      node = root[std::size_t(node)];
    }
    return node;
  };
  for (std::size_t k = 0; k < edges; k++) {
    const std::int64_t a = top(one[k]), b = top(two[k]);
    root[std::size_t(std::max(a, b))] = std::min(a, b);
  }
  // the first node of each part is its root, so that all before it have their numbers
  std::int64_t parts = 0;
  std::vector<std::int64_t> numbers(nodes);
  for (std::size_t node = 0; node < nodes; node++) {
    const std::int64_t first = top(std::int64_t(node));
    numbers[node] = first == std::int64_t(node) ? parts++ : numbers[std::size_t(first)];
  }
  return numbers;
}

}  // namespace rvs
