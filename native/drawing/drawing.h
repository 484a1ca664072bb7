// What is sent to the graphics card: rvs/gl/lines.py, rvs/gl/card/buffers.py, rvs/gl/quickline.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace rvs {

constexpr int SEGMENT_FIELDS = 28, LINE_LOOKS = 7;

/// A line: points (count, 3), opacities or null, whether pairs of points are segments.
struct LinePoints {
  const double *points, *alphas;
  std::size_t count;
  bool pairs;
};

inline bool same_point(const float* one, const float* two) {
  return one[0] == two[0] && one[1] == two[1] && one[2] == two[2];
}

/// Write a row a segment (segments, SEGMENT_FIELDS); `looks` are width, unit, colour and dashes.
inline void segment_rows(const LinePoints& line, const double* looks, std::size_t segments,
                         float* rows) {
  const std::size_t step = line.pairs ? 2 : 1;
  for (std::size_t k = 0; k < segments; k++) {
    float* row = rows + k * SEGMENT_FIELDS;
    const double *start = line.points + 3 * k * step, *end = start + 3;
    for (int d = 0; d < 3; d++) {
      row[d] = row[4 + d] = float(start[d]);
      row[8 + d] = row[12 + d] = float(end[d]);
    }
    row[3] = line.alphas ? float(line.alphas[k * step]) : 1.0f;
    row[7] = line.alphas ? float(line.alphas[k * step + 1]) : 1.0f;
    row[11] = float(looks[0]);
    for (int i = 0; i < 5; i++) row[15 + i] = float(looks[1 + i]);
    row[20] = 0.0f;
    row[21] = float(looks[6]);
    for (int i = 22; i < SEGMENT_FIELDS; i++) row[i] = 0.0f;
    if (k == 0) continue;
    float* last = row - SEGMENT_FIELDS;
    if (!same_point(row + 4, last + 8)) continue;
    std::memcpy(row, last + 4, 3 * sizeof(float));
    std::memcpy(last + 12, row + 8, 3 * sizeof(float));
    row[22] = 1.0f;
  }
  float* last = rows + (segments - 1) * SEGMENT_FIELDS;
  if (line.pairs || segments < 2 || !same_point(rows + 4, last + 8)) return;
  std::memcpy(rows, last + 4, 3 * sizeof(float));
  std::memcpy(last + 12, rows + 8, 3 * sizeof(float));
}

/// Runs of rows, first and end, that are not what they were; rows past those held are not.
inline std::vector<std::pair<std::size_t, std::size_t>> changed_runs(
    const unsigned char* rows, std::size_t count, const unsigned char* held, std::size_t had,
    std::size_t width, std::size_t gap) {
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  for (std::size_t k = 0; k < count; k++) {
    if (k < had && std::memcmp(rows + k * width, held + k * width, width) == 0) continue;
    if (!runs.empty() && k + 1 - runs.back().second <= gap)
      runs.back().second = k + 1;
    else
      runs.emplace_back(k, k + 1);
  }
  return runs;
}

/// Columns and rows of pixels, one after another.
using Pixels = std::vector<std::int64_t>;

/// Rows of pixels as bits, the lowest first, that go on beyond their ends for a word.
class PixelRows {
 public:
  PixelRows(const unsigned char* mask, std::size_t high, std::size_t wide)
      : words_((wide + 63) / 64), bits_(high * (words_ + 2)) {
    for (std::size_t y = 0; y < high; y++) pack(mask + y * wide, wide, &bits_[y * (words_ + 2)]);
  }
  std::size_t words() const { return words_; }

  /// A row that is seen so many columns to the left of where it is, less than 64.
  class Seen {
   public:
    Seen(const std::uint64_t* row, std::ptrdiff_t across)
        : from_(row + (across < 0 ? 0 : 1)), shift_(unsigned(across < 0 ? 64 + across : across)) {}
    std::uint64_t operator[](std::size_t word) const {
      return from_[word] >> shift_ | from_[word + 1] << 1 << (63 - shift_);
    }

   private:
    const std::uint64_t* from_;
    unsigned shift_;
  };
  Seen seen(std::size_t y, std::ptrdiff_t across) const {
    return {&bits_[y * (words_ + 2)], across};
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;

  void pack(const unsigned char* pixels, std::size_t wide, std::uint64_t* row) const {
    const auto all = [](unsigned char pixel) { return pixel ? ~std::uint64_t(0) : 0; };
    row[0] = all(pixels[0]);
    row[words_] = row[words_ + 1] = all(pixels[wide - 1]);
    for (std::size_t x = 0; x < wide; x += 64) {
      const std::size_t count = std::min<std::size_t>(64, wide - x);
      std::uint64_t word = 0;
      for (std::size_t k = 0; k < count; k += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, pixels + x + k, std::min<std::size_t>(8, count - k));
        // of eight bytes, 0 or 1, each goes to a bit of the highest byte
        word |= (eight * 0x0102040810204080u >> 56) << k;
      }
      row[1 + x / 64] = count < 64 ? word | row[words_ + 1] << count : word;
    }
  }
};

/// The number of the lowest bit that is set; one is.
inline int lowest_bit(std::uint64_t bits) {
#if defined(_MSC_VER) && !defined(__clang__)
  unsigned long place;
  _BitScanForward64(&place, bits);
  return int(place);
#else
  return __builtin_ctzll(bits);
#endif
}

/// Add the pixels of 64 whose bits are set.
inline void add_pixels(std::uint64_t bits, std::size_t x, std::size_t y, Pixels& found) {
  for (; bits; bits &= bits - 1) {
    found.push_back(std::int64_t(x) + lowest_bit(bits));
    found.push_back(std::int64_t(y));
  }
}

/// Pixels beside a silhouette (high, wide), of bytes 0 and 1, and those inside it along its edge;
/// `far`, `aslant` and `near` are how far away is looked, less than 64.
inline void edge_pixels(const unsigned char* mask, std::size_t high, std::size_t wide,
                        std::size_t far, std::size_t aslant, std::size_t near, Pixels& outside,
                        Pixels& inside) {
  const PixelRows rows(mask, high, wide);
  for (std::size_t y = 0; y < high; y++) {
    const auto seen = [&](std::size_t reach, int across, int down) {
      const std::size_t row = down > 0   ? std::min(y + reach, high - 1)
                              : down < 0 ? std::max(y, reach) - reach
                                         : y;
      return rows.seen(row, across * std::ptrdiff_t(reach));
    };
    const auto here = seen(0, 0, 0), e = seen(far, 1, 0), w = seen(far, -1, 0),
               n = seen(far, 0, -1), s = seen(far, 0, 1), ne = seen(aslant, 1, -1),
               nw = seen(aslant, -1, -1), se = seen(aslant, 1, 1), sw = seen(aslant, -1, 1),
               re = seen(near, 1, 0), rw = seen(near, -1, 0), rn = seen(near, 0, -1),
               rs = seen(near, 0, 1);
    for (std::size_t k = 0; k < rows.words(); k++) {
      const std::uint64_t any = e[k] | w[k] | n[k] | s[k] | ne[k] | nw[k] | se[k] | sw[k];
      const std::uint64_t all = e[k] & w[k] & n[k] & s[k] & ne[k] & nw[k] & se[k] & sw[k];
      const std::uint64_t close = re[k] & rw[k] & rn[k] & rs[k];
      const std::size_t count = wide - 64 * k;
      const std::uint64_t there = count < 64 ? (std::uint64_t(1) << count) - 1 : ~std::uint64_t(0);
      add_pixels(any & ~here[k] & there, 64 * k, y, outside);
      add_pixels(here[k] & ~all & ~close & there, 64 * k, y, inside);
    }
  }
}

}  // namespace rvs
