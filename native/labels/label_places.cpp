#include "labels/label_places.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "drawing/lens.h"

namespace rvs {

namespace {

constexpr double NOTHING = std::numeric_limits<double>::quiet_NaN();

Point minus(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point plus(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
double length(Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }

double product(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The direction on the screen of a way in the world, of length 1, or 0 where it points at the eye.
Point direction(const double* way, const Lens& lens) {
  const Point flat{product(way, lens.right), -product(way, lens.up)};
  const double long_ = std::hypot(flat.x, flat.y);
  return long_ > 1e-6 ? Point{flat.x / long_, flat.y / long_} : Point{0.0, 0.0};
}

/// How far a point is from a label.
double distance(Point point, Point middle, Point size) {
  return length({std::max(std::fabs(point.x - middle.x) - size.x / 2, 0.0),
                 std::max(std::fabs(point.y - middle.y) - size.y / 2, 0.0)});
}

class Placing {
 public:
  Placing(const LabelsSeen& of, const Lens& lens, const LabelMoves& moves, const PlaceRules& rules)
      : of_(of), lens_(lens), moves_(moves), rules_(rules) {
    for (int k = 0; k < of.count; k++) add(k);
    add_arrows();
    const LabelBlocks& lines = of.lines;
    for (int k = 0; k < lines.count; k++)
      block(lines.starts[k], lines.ways[k], lines.halves[k], lines.weights[k]);
  }

  bool run(std::vector<LabelPlace>& found) {
    const Labels labels{anchors_.data(), homes_.data(), along_.data(), of_.sizes, named_.data(),
                        fixed_.data(), loose_.data(), of_.count,
                        {starts_.data(), ways_.data(), halves_.data(), weights_.data(),
                         int(starts_.size())},
                        of_.page};
    std::vector<Point> wished = of_.before ? goals_of_before() : wished_;
    if (!can_be_placed(labels, wished.data())) return false;
    const long most = of_.before && !at_once_ ? of_.searches : of_.count;
    const std::vector<Point> goals =
        settled_labels(labels, moves_, wished.data(), most, of_.before != nullptr);
    std::vector<Point> places = goals;
    if (of_.before && !at_once_)
      for (int k = 0; k < of_.count; k++)
        if (loose_[at(k)]) places[at(k)] = towards(start_of(k), goals[at(k)]);
    for (int k = 0; k < of_.count; k++) found.push_back(row(k, goals, places));
    return true;
  }

 private:
  static std::size_t at(int k) { return std::size_t(k); }

  void add(int k) {
    const LabelNumbers& label = of_.numbers[k];
    const Seen seen = lens_.seen(label.at);
    const Point anchor{seen.x, seen.y}, size = of_.sizes[k];
    const bool sheet = !std::isnan(label.sheet[0]), shifted = !std::isnan(label.shift[0]);
    const bool arrow = !std::isnan(label.stem[0]), fixed = sheet || shifted;
    const bool lost = seen.depth <= 0.0 && !sheet && lens_.parallel == 0.0;
    Point spot = sheet ? Point{label.sheet[0] * (2.0 * lens_.middle[0]),
                               label.sheet[1] * (2.0 * lens_.middle[1])}
                       : anchor;
    if (shifted) spot = plus(spot, {label.shift[0], label.shift[1]});
    const Point steady = direction(label.away, lens_);
    const double reach =
        std::fabs(steady.x) * size.x / 2 + std::fabs(steady.y) * size.y / 2 + rules_.tip_room;
    const double gap = arrow ? std::max(label.gap, reach) : label.gap;
    const Point home{anchor.x + gap * steady.x, anchor.y + gap * steady.y};
    anchors_.push_back(anchor);
    depths_.push_back(seen.depth);
    homes_.push_back(home);
    along_.push_back(steady.x != 0.0 || steady.y != 0.0 ? steady : Point{0.0, -1.0});
    wished_.push_back(fixed ? spot : home);
    lost_.push_back(lost);
    fixed_.push_back(fixed);
    loose_.push_back(!fixed && !lost);
    named_.push_back(arrow && !lost);
  }

  void block(Point start, Point way, double half, double weight) {
    starts_.push_back(start);
    ways_.push_back(way);
    halves_.push_back(half);
    weights_.push_back(weight);
  }

  /// Arrows that labels name: all shafts, all wide parts of heads, all narrow ones.
  void add_arrows() {
    struct Arrow {
      Point tail, way;
      double size;
    };
    std::vector<Arrow> arrows;
    for (int k = 0; k < of_.count; k++) {
      const LabelNumbers& label = of_.numbers[k];
      if (std::isnan(label.stem[0])) continue;
      const Seen tail = lens_.seen(label.stem), tip = lens_.seen(label.at);
      if (lens_.parallel == 0.0 && !(tail.depth > 0.0 && tip.depth > 0.0)) continue;
      const double way[3] = {label.at[0] - label.stem[0], label.at[1] - label.stem[1],
                             label.at[2] - label.stem[2]};
      arrows.push_back({{tail.x, tail.y},
                        {tip.x - tail.x, tip.y - tail.y},
                        std::sqrt(product(way, way)) / lens_.pixel(tip.depth)});
    }
    for (int part = 0; part < 3; part++)
      for (const Arrow& arrow : arrows) {
        const auto mark = [&](double share) {
          return Point{arrow.tail.x + share * arrow.way.x, arrow.tail.y + share * arrow.way.y};
        };
        const Point from = part ? mark(rules_.arrow[part - 1].end) : arrow.tail;
        block(from, minus(mark(rules_.arrow[part].end), from), rules_.arrow[part].half * arrow.size,
              part ? rules_.on_head : rules_.on_shaft);
      }
  }

  /// Where labels would be if they kept their places beside their anchors.
  std::vector<Point> goals_of_before() {
    std::vector<Point> goals = wished_;
    bool still = true;
    for (int k = 0; k < of_.count; k++) {
      const LabelPlace& before = of_.before[k];
      const Point shift = minus(anchors_[at(k)], before.anchor);
      if (std::fabs(shift.x) >= rules_.still || std::fabs(shift.y) >= rules_.still) still = false;
      if (fixed_[at(k)]) continue;
      const Point home = homes_[at(k)], kept = plus(anchors_[at(k)], before.goal);
      goals[at(k)] = {std::isnan(before.goal.x) ? home.x : kept.x,
                      std::isnan(before.goal.y) ? home.y : kept.y};
    }
    at_once_ = still || of_.searches < 0;
    return goals;
  }

  Point start_of(int k) const {
    const LabelPlace& before = of_.before[k];
    if (std::isnan(before.middle.x)) return homes_[at(k)];
    return plus(minus(anchors_[at(k)], before.anchor), before.middle);
  }

  Point towards(Point start, Point end) const {
    const Point way = minus(end, start);
    const double far = length(way);
    const double part =
        far > rules_.stride ? rules_.stride / std::max(far, moves_.rules.free) : 1.0;
    return {start.x + part * way.x, start.y + part * way.y};
  }

  /// Whether the label of an arrow is nearer to the tip of another one.
  bool is_ambiguous(int k, Point place) const {
    if (!named_[at(k)] || !loose_[at(k)]) return false;
    const Point size = of_.sizes[k];
    double other = std::numeric_limits<double>::infinity();
    for (int one = 0; one < of_.count; one++)
      if (one != k && named_[at(one)] && loose_[at(one)])
        other = std::min(other, distance(anchors_[at(one)], place, size));
    return other < distance(anchors_[at(k)], place, size) - moves_.rules.clearly;
  }

  LabelPlace row(int k, const std::vector<Point>& goals, const std::vector<Point>& places) const {
    const Point none{NOTHING, NOTHING}, place = places[at(k)], goal = goals[at(k)];
    if (lost_[at(k)]) return {none, none, none, NOTHING, NOTHING, NOTHING};
    const double moved = loose_[at(k)] ? length(minus(place, homes_[at(k)])) : 0.0;
    const bool led = is_ambiguous(k, place) || moved >= moves_.rules.least_move;
    const bool away = length(minus(goal, homes_[at(k)])) > moves_.rules.free;
    return {place, anchors_[at(k)], away ? minus(goal, anchors_[at(k)]) : none,
            moved, double(led), depths_[at(k)]};
  }

  const LabelsSeen& of_;
  const Lens& lens_;
  const LabelMoves& moves_;
  const PlaceRules& rules_;
  bool at_once_ = true;
  std::vector<Point> anchors_, homes_, along_, wished_, starts_, ways_;
  std::vector<double> depths_, halves_, weights_;
  std::vector<unsigned char> lost_, fixed_, loose_, named_;
};

}  // namespace

bool label_places(const LabelsSeen& of, const Lens& lens, const LabelMoves& moves,
                  const PlaceRules& rules, std::vector<LabelPlace>& found) {
  return Placing(of, lens, moves, rules).run(found);
}

}  // namespace rvs
