// What is sent to the graphics card: rvs/gl/lines.py, rvs/gl/card/buffers.py, rvs/gl/quickline.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

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

/// Add the pixels of a row whose bytes have a bit; most bytes are 0, and eight are looked at at once.
inline void add_pixels(const unsigned char* row, std::size_t wide, unsigned char bit,
                       std::int64_t y, Pixels& found) {
  for (std::size_t x = 0; x < wide; x += 8) {
    std::uint64_t eight = 0;
    const std::size_t count = std::min<std::size_t>(8, wide - x);
    std::memcpy(&eight, row + x, count);
    if (!eight) continue;
    for (std::size_t k = x; k < x + count; k++)
      if (row[k] & bit) {
        found.push_back(std::int64_t(k));
        found.push_back(y);
      }
  }
}

/// Pixels beside a silhouette (high, wide), of bytes 0 and 1, and those inside it along its edge;
/// `far`, `aslant` and `near` are how far away is looked.
inline void edge_pixels(const unsigned char* mask, std::size_t high, std::size_t wide,
                        std::size_t far, std::size_t aslant, std::size_t near, Pixels& outside,
                        Pixels& inside) {
  const std::size_t rim = std::max(far, std::max(aslant, near)), row = wide + 2 * rim;
  std::vector<unsigned char> padded(row * (high + 2 * rim)), kinds(wide);
  for (std::size_t y = 0; y < high + 2 * rim; y++) {
    const std::size_t from = std::min(std::max(y, rim) - rim, high - 1);
    unsigned char* to = &padded[y * row];
    std::memset(to, mask[from * wide], rim);
    std::memcpy(to + rim, mask + from * wide, wide);
    std::memset(to + rim + wide, mask[from * wide + wide - 1], rim);
  }
  for (std::size_t y = 0; y < high; y++) {
    const unsigned char* here = &padded[(y + rim) * row + rim];
    const auto seen = [&](std::size_t reach, int across, int down) {
      return here + std::ptrdiff_t(reach) * (across + down * std::ptrdiff_t(row));
    };
    const unsigned char *e = seen(far, 1, 0), *w = seen(far, -1, 0), *n = seen(far, 0, -1),
                        *s = seen(far, 0, 1), *ne = seen(aslant, 1, -1), *nw = seen(aslant, -1, -1),
                        *se = seen(aslant, 1, 1), *sw = seen(aslant, -1, 1), *re = seen(near, 1, 0),
                        *rw = seen(near, -1, 0), *rn = seen(near, 0, -1), *rs = seen(near, 0, 1);
    for (std::size_t x = 0; x < wide; x++) {
      const int any = e[x] | w[x] | n[x] | s[x] | ne[x] | nw[x] | se[x] | sw[x];
      const int all = e[x] & w[x] & n[x] & s[x] & ne[x] & nw[x] & se[x] & sw[x];
      const int close = re[x] & rw[x] & rn[x] & rs[x];
      kinds[x] = static_cast<unsigned char>((any & ~here[x] & 1) |
                                            (here[x] & ~all & ~close & 1) << 1);
    }
    add_pixels(kinds.data(), wide, 1, std::int64_t(y), outside);
    add_pixels(kinds.data(), wide, 2, std::int64_t(y), inside);
  }
}

}  // namespace rvs
