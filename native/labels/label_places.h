// Where labels go, from what they name and a camera: rvs/scene/annotate/label_places.py.
#pragma once

#include <vector>

#include "labels/label_search.h"

namespace rvs {

struct Lens;

/// A row of `label_numbers`.
struct LabelNumbers {
  double at[3], away[3], stem[3], gap, shift[2], sheet[2];
};

/// A row of `label_places`.
struct LabelPlace {
  Point middle, anchor, goal;
  double moved, led, depth;
};

/// The numbers of `RULES`, in their order.
struct PlaceRules {
  double tip_room, stride, still;
  struct {
    double end, half;
  } arrow[3];
  double on_shaft, on_head;
};

constexpr int LABEL_NUMBERS = sizeof(LabelNumbers) / sizeof(double);
constexpr int LABEL_PLACE = sizeof(LabelPlace) / sizeof(double);
constexpr int PLACE_RULES = sizeof(PlaceRules) / sizeof(double);

/// Labels to be placed; `before` is null where no picture went before.
struct LabelsSeen {
  const LabelNumbers* numbers;
  const Point* sizes;
  int count;
  const Point* page;
  LabelBlocks lines;
  const LabelPlace* before;
  long searches;
};

/// Places of labels; false if some numbers are too large for that.
bool label_places(const LabelsSeen& of, const Lens& lens, const LabelMoves& moves,
                  const PlaceRules& rules, std::vector<LabelPlace>& found);

}  // namespace rvs
