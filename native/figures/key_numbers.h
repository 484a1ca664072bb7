// Keys numbered by their values, equal ones alike: rvs/export/visibility/plane/rows.py.
#pragma once

#include <cstdint>
#include <vector>

namespace rvs {

/// Where each different key comes first, by rising keys, and the number of each key.
struct KeyNumbers {
  std::vector<std::uint32_t> first, number;
};

KeyNumbers key_numbers(const std::int64_t* keys, std::size_t count);

}  // namespace rvs
