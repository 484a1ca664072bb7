// What is sent to the graphics card: rvs/gl/lines.py, rvs/gl/card/buffers.py.
#pragma once

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

}  // namespace rvs
