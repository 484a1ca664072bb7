#include "figures/key_numbers.h"

#include <algorithm>

namespace rvs {

namespace {

constexpr std::uint32_t FREE = UINT32_MAX;

/// A key that was met, and where first.
struct Met {
  std::int64_t key;
  std::uint32_t place, met;
};

}  // namespace

KeyNumbers key_numbers(const std::int64_t* keys, std::size_t count) {
  int bits = 4;
  while ((std::size_t(1) << bits) < 2 * count) bits++;
  const std::size_t mask = (std::size_t(1) << bits) - 1;
  std::vector<std::uint32_t> slots(mask + 1, FREE);
  std::vector<Met> every;
  KeyNumbers found;
  found.number.resize(count);
  for (std::size_t k = 0; k < count; k++) {
    // the high bits of the product depend on all bits of the key
    std::size_t at = (std::uint64_t(keys[k]) * 0x9E3779B97F4A7C15u) >> (64 - bits);
    while (slots[at] != FREE && every[slots[at]].key != keys[k]) at = (at + 1) & mask;
    if (slots[at] == FREE) {
      slots[at] = std::uint32_t(every.size());
      every.push_back({keys[k], std::uint32_t(k), slots[at]});
    }
    found.number[k] = slots[at];
  }
  std::sort(every.begin(), every.end(), [](const Met& a, const Met& b) { return a.key < b.key; });
  std::vector<std::uint32_t> rank(every.size());
  found.first.reserve(every.size());
  for (const Met& one : every) {
    rank[one.met] = std::uint32_t(found.first.size());
    found.first.push_back(one.place);
  }
  for (std::uint32_t& number : found.number) number = rank[number];
  return found;
}

}  // namespace rvs
