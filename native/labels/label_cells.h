// What is sent of labels to the graphics card: rvs/gl/label_sets.py.
#pragma once

#include <vector>

#include "labels/label_places.h"

namespace rvs {

constexpr int LABEL_CELL = 16;

/// Labels that were placed, and what stays of them while they move.
struct LabelsDrawn {
  const LabelNumbers* numbers;
  const LabelPlace* places;
  const Point *sizes, *middles;
  const float *cells, *inks;
  const unsigned char* leaders;
  int count;
  double scale, near, far;
};

/// Write cells (count, LABEL_CELL) and add the segments of lines to labels (…, SEGMENT_FIELDS).
void drawn_labels(const LabelsDrawn& of, const Lens& lens, float* cells,
                  std::vector<float>& lines);

}  // namespace rvs
