// Places for labels on the screen: rvs/scene/annotate/label_table.py.
#pragma once

#include <vector>

namespace rvs {

/// The numbers of `Moves.rules`, in their order.
struct LabelRules {
  double clearance, any, on_line, on_label, outside, least_move, near_other, clearly, inertia,
      return_room, grazing, free;
};

constexpr int LABEL_RULES = sizeof(LabelRules) / sizeof(double);

struct Point {
  double x, y;
};

/// What stands in the way: thick lines.
struct LabelBlocks {
  const Point *starts, *ways;
  const double *halves, *weights;
  int count;
};

/// Labels, pixels of the screen, y down.
struct Labels {
  const Point *anchors, *homes, *along, *sizes;
  const unsigned char *named, *fixed, *loose;
  int count;
  LabelBlocks blocks;
  const Point* page;  // two corners
};

/// Moves that are tried, and what they cost.
struct LabelMoves {
  const Point *near, *far, *aside;
  const double *near_costs, *far_costs;
  int near_count, far_count, aside_count;
  LabelRules rules;
};

/// Whether all of it is small enough to be placed; what a camera sees beside itself is not.
bool can_be_placed(const Labels& labels, const Point* wished);

/// The places of all labels, each where it costs least.
std::vector<Point> settled_labels(const Labels& labels, const LabelMoves& moves,
                                  const Point* wished, long searches, bool follows);

}  // namespace rvs
