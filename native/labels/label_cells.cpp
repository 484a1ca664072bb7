#include "labels/label_cells.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "drawing/drawing.h"
#include "drawing/lens.h"

namespace rvs {

namespace {

// Between a line and the letters, in pixels.
constexpr double CLEAR = 1.0;

double clip_depth(double depth, double near, double far) {
  if (near < 0.0) return depth / far;
  return (far + near - 2.0 * far * near / depth) / (far - near);
}

/// How far a place is from the nearest one of a label.
double way(double from, double middle, double size) {
  const double half = size / 2 + CLEAR;
  return std::min(std::max(from, middle - half), middle + half) - from;
}

void add_line(const float* ink, const double* from, const double* to, std::vector<float>& lines) {
  lines.insert(lines.end(), ink, ink + SEGMENT_FIELDS);
  float* row = lines.data() + lines.size() - SEGMENT_FIELDS;
  for (int d = 0; d < 3; d++) {
    row[d] = row[4 + d] = float(from[d]);
    row[8 + d] = row[12 + d] = float(to[d]);
  }
}

}  // namespace

void drawn_labels(const LabelsDrawn& of, const Lens& lens, float* cells,
                  std::vector<float>& lines) {
  for (int k = 0; k < of.count; k++, cells += LABEL_CELL) {
    const LabelNumbers& label = of.numbers[k];
    const LabelPlace& place = of.places[k];
    const bool sheet = !std::isnan(label.sheet[0]);
    const double depth = sheet ? 0.0 : clip_depth(place.depth, of.near, of.far);
    if (depth > -1.0) {
      std::memcpy(cells, of.cells + k * LABEL_CELL, LABEL_CELL * sizeof(float));
      cells[0] = float(std::floor(of.scale * place.middle.x - of.middles[k].x + 0.5));
      cells[1] = float(std::floor(of.scale * place.middle.y - of.middles[k].y + 0.5));
      cells[6] = float(depth);
    } else {
      std::fill(cells, cells + LABEL_CELL, 0.0f);
    }
    if (sheet || std::isnan(depth) || !(of.leaders[k] || place.led > 0.0)) continue;
    const Seen seen = lens.seen(label.at);
    const double pixel = lens.pixel(seen.depth);
    const double right = way(seen.x, place.middle.x, of.sizes[k].x);
    const double down = way(seen.y, place.middle.y, of.sizes[k].y);
    double end[3];
    for (int d = 0; d < 3; d++)
      end[d] = label.at[d] + pixel * (right * lens.right[d] - down * lens.up[d]);
    const float* ink = of.inks + 2 * k * SEGMENT_FIELDS;
    if (of.leaders[k]) add_line(ink, label.at, end, lines);
    add_line(ink + SEGMENT_FIELDS, label.at, end, lines);
  }
}

}  // namespace rvs
