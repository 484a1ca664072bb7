#include "labels/label_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rvs {

namespace {

constexpr double TINY = 1e-9, BEYOND_ALL = 1e9;
constexpr double ENDLESS = std::numeric_limits<double>::infinity();
// What is farther from a line than its reach and this is far from it, however numbers are rounded.
constexpr double SAFE = 1e-3;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
double length(Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }

struct Box {
  Point low, high;
};

bool meet(const Box& one, const Box& other) {
  return one.low.x <= other.high.x && one.low.y <= other.high.y && one.high.x >= other.low.x &&
         one.high.y >= other.low.y;
}

double steep(double way) { return std::fabs(way) < TINY ? TINY : way; }

/// How much of a line lies in a rectangle; -1 if they do not meet.
double length_inside(Point start, Point way, Point middle, Point half) {
  const Point step{steep(way.x), steep(way.y)}, apart = middle - start;
  const double left = (apart.x - half.x) / step.x, right = (apart.x + half.x) / step.x;
  const double top = (apart.y - half.y) / step.y, bottom = (apart.y + half.y) / step.y;
  const double first =
      std::max(std::max(std::min(left, right), std::min(top, bottom)), 0.0);
  const double last = std::min(std::min(std::max(left, right), std::max(top, bottom)), 1.0);
  return last >= first ? (last - first) * std::hypot(step.x, step.y) : -1.0;
}

/// Whether a line from `start` along `way` crosses one from `from` along `other`.
bool crosses(Point start, Point way, Point from, Point other) {
  const Point apart = from - start;
  const double turn = way.x * other.y - way.y * other.x;
  const double safe = std::fabs(turn) < TINY ? std::numeric_limits<double>::infinity() : turn;
  const double here = (apart.x * other.y - apart.y * other.x) / safe;
  const double there = (apart.x * way.y - apart.y * way.x) / safe;
  return here > 0.0 && here < 1.0 && there > 0.0 && there < 1.0;
}

/// How far a point is from a rectangle, squared; 0 inside.
double distance_squared(Point point, Point middle, Point size) {
  const double x = std::max(std::fabs(point.x - middle.x) - size.x / 2, 0.0);
  const double y = std::max(std::fabs(point.y - middle.y) - size.y / 2, 0.0);
  return x * x + y * y;
}

class Search {
 public:
  Search(const Labels& labels, const LabelMoves& moves, const Point* wished)
      : labels_(labels), moves_(moves), rules_(moves.rules),
        places_(wished, wished + labels.count) {
    const LabelBlocks& blocks = labels.blocks;
    for (int k = 0; k < blocks.count; k++) {
      const Point one = blocks.starts[k], two = one + blocks.ways[k];
      const double wide = blocks.halves[k];
      boxes_.push_back({{std::min(one.x, two.x) - wide, std::min(one.y, two.y) - wide},
                        {std::max(one.x, two.x) + wide, std::max(one.y, two.y) + wide}});
      all_.push_back(k);
    }
    for (int k = 0; k < labels.count; k++) {
      if (labels.loose[k]) which_.push_back(k);
      if (labels.fixed[k]) fixed_.push_back(k);
      if (labels.named[k]) named_.push_back(k);
    }
  }

  std::vector<Point> run(long searches, bool follows) {
    if (follows) let_return();
    std::vector<int> left;
    for (const int k : fixed_) settle(k);
    for (const int k : which_)
      if (is_content(k))
        settle(k);
      else
        left.push_back(k);
    for (const int k : left) {
      if (searches && !(follows && is_good(k))) {
        places_[std::size_t(k)] = search(k, follows);
        searches--;
      }
      settle(k);
    }
    return places_;
  }

 private:
  Point place(int k) const { return places_[std::size_t(k)]; }

  /// Let a label stay where it is.
  void settle(int k) {
    const Point at = place(k), half{labels_.sizes[k].x / 2, labels_.sizes[k].y / 2};
    const Point from = labels_.anchors[k];
    done_.push_back(k);
    reached_.push_back({{std::min(at.x - half.x, from.x), std::min(at.y - half.y, from.y)},
                        {std::max(at.x + half.x, from.x), std::max(at.y + half.y, from.y)}});
  }

  /// What a label of a size covers of some of what stands still.
  double blocked(Point at, Point size, const std::vector<int>& near) const {
    const LabelBlocks& blocks = labels_.blocks;
    double sum = 0.0;
    for (const int k : near) {
      const Box& box = boxes_[std::size_t(k)];
      const double room = rules_.clearance + SAFE;
      if (at.x - size.x / 2 - room > box.high.x || at.x + size.x / 2 + room < box.low.x ||
          at.y - size.y / 2 - room > box.high.y || at.y + size.y / 2 + room < box.low.y)
        continue;
      const Point half{size.x / 2 + blocks.halves[k] + rules_.clearance,
                       size.y / 2 + blocks.halves[k] + rules_.clearance};
      const double covered = length_inside(blocks.starts[k], blocks.ways[k], at, half);
      if (covered >= 0.0) sum += (rules_.any + covered) * blocks.weights[k];
    }
    return sum;
  }

  /// How far a label reaches out of the page.
  double beyond(Point at, Point size) const {
    const Point low = labels_.page[0], high = labels_.page[1];
    const double wide = std::max(
        std::max(low.x - (at.x - size.x / 2), at.x + size.x / 2 - high.x), 0.0);
    const double tall = std::max(
        std::max(low.y - (at.y - size.y / 2), at.y + size.y / 2 - high.y), 0.0);
    return wide + tall;
  }

  double standing(Point at, Point size) const {
    return blocked(at, size, all_) + rules_.outside * beyond(at, size);
  }

  /// What a label covers of some that have their places; more than `most` is not told apart.
  double covered(Point at, Point size, const std::vector<int>& near, double most) const {
    double sum = 0.0;
    for (const int other : near) {
      if (sum > most) break;
      const Point there = place(other), its = labels_.sizes[other];
      const double wide = (size.x + its.x) / 2 + rules_.clearance - std::fabs(at.x - there.x);
      const double high = (size.y + its.y) / 2 + rules_.clearance - std::fabs(at.y - there.y);
      sum += std::max(wide, 0.0) * std::max(high, 0.0);
    }
    return sum;
  }

  template <class Meets>
  bool meets_another(int k, Meets meets) const {
    const auto other = [&](int one) { return one != k && meets(one); };
    return std::any_of(which_.begin(), which_.end(), other) ||
           std::any_of(fixed_.begin(), fixed_.end(), other);
  }

  /// Labels whose first place has room again go back there.
  void let_return() {
    std::vector<int> home;
    const double more = 2 * rules_.return_room;
    for (const int k : which_) {
      const Point first = labels_.homes[k], size = labels_.sizes[k];
      if (!(length(first - place(k)) > rules_.free)) continue;
      const Point wide{size.x + more, size.y + more};
      const auto meets = [&](int one) {
        const Point there = place(one), its = labels_.sizes[one];
        return std::fabs(first.x - there.x) < (wide.x + its.x) / 2 &&
               std::fabs(first.y - there.y) < (wide.y + its.y) / 2;
      };
      if (standing(first, wide) < rules_.free && !meets_another(k, meets)) home.push_back(k);
    }
    for (const int k : home) places_[std::size_t(k)] = labels_.homes[k];
  }

  /// Whether a label covers nothing where it is, nor any other label does it.
  bool is_content(int k) const {
    const Point at = place(k), size = labels_.sizes[k];
    const auto meets = [&](int one) {
      const Point there = place(one), its = labels_.sizes[one];
      return (size.x + its.x) / 2 + rules_.clearance - std::fabs(at.x - there.x) > 0.0 &&
             (size.y + its.y) / 2 + rules_.clearance - std::fabs(at.y - there.y) > 0.0;
    };
    return standing(at, size) < rules_.free && !meets_another(k, meets);
  }

  bool is_good(int k) const {
    const Point at = place(k), size = labels_.sizes[k];
    return standing(at, size) + rules_.on_label * covered(at, size, done_, ENDLESS) < rules_.grazing;
  }

  Point search(int k, bool follows) {
    const Point home = labels_.homes[k], along = labels_.along[k], anchor = labels_.anchors[k];
    const Point now = place(k), across{-along.y, along.x};
    best_ = home;
    least_ = std::numeric_limits<double>::infinity();
    const auto round = [&](int count, const double* costs, auto at) {
      tried_.clear();
      lengths_.clear();
      for (int i = 0; i < count; i++) {
        const Point there = at(i);
        double cost = costs ? costs[i] : length(there - home);
        if (follows) cost += rules_.inertia * length(there - now);
        tried_.push_back(there);
        lengths_.push_back(cost);
      }
      try_all(k);
      return least_ < moves_.far_costs[0];
    };
    if (follows &&
        round(moves_.aside_count, nullptr, [&](int i) { return now + moves_.aside[i]; }))
      return best_;
    if (round(moves_.near_count, moves_.near_costs, [&](int i) {
          const Point move = moves_.near[i];
          return home + Point{move.x * along.x + move.y * across.x,
                              move.x * along.y + move.y * across.y};
        }))
      return best_;
    round(moves_.far_count, moves_.far_costs, [&](int i) { return anchor + moves_.far[i]; });
    return best_;
  }

  /// Take the place that costs least, if that is less than before.
  void try_all(int k) {
    const Point size = labels_.sizes[k];
    const Box room = room_of_all(size);
    const std::vector<int> near = around(room), beside = labels_in(room);
    for (std::size_t i = 0; i < tried_.size(); i++) {
      // no cost is negative: what costs too much already will not be the best
      if (!(lengths_[i] < least_)) continue;
      const Point at = tried_[i];
      // a pixel more, however numbers are rounded
      const double most = (least_ - lengths_[i]) / rules_.on_label + 1.0;
      double cost = rules_.on_label * covered(at, size, beside, most);
      if (!(lengths_[i] + cost < least_)) continue;
      cost += blocked(at, size, near);
      if (!(lengths_[i] + cost < least_)) continue;
      cost = with_the_rest(k, at, cost);
      if (lengths_[i] + cost < least_) {
        best_ = at;
        least_ = lengths_[i] + cost;
      }
    }
  }

  /// Where a label of a size comes in the places tried.
  Box room_of_all(Point size) const {
    Box box{tried_[0], tried_[0]};
    for (const Point at : tried_)
      box = {{std::min(box.low.x, at.x), std::min(box.low.y, at.y)},
             {std::max(box.high.x, at.x), std::max(box.high.y, at.y)}};
    const Point room{size.x / 2 + rules_.clearance, size.y / 2 + rules_.clearance};
    return {box.low - room, box.high + room};
  }

  /// What stands still in a room.
  std::vector<int> around(const Box& room) const {
    std::vector<int> near;
    for (const int k : all_)
      if (meet(boxes_[std::size_t(k)], room)) near.push_back(k);
    return near;
  }

  /// Labels that have their places in a room.
  std::vector<int> labels_in(const Box& room) const {
    std::vector<int> near;
    for (const int k : done_) {
      const Point at = place(k);
      const Point half{labels_.sizes[k].x / 2 + SAFE, labels_.sizes[k].y / 2 + SAFE};
      if (meet({at - half, at + half}, room)) near.push_back(k);
    }
    return near;
  }

  double with_the_rest(int k, Point at, double cost) const {
    const Point anchor = labels_.anchors[k], home = labels_.homes[k], size = labels_.sizes[k];
    const Point *page = labels_.page;
    if (anchor.x >= page[0].x && anchor.y >= page[0].y && anchor.x <= page[1].x &&
        anchor.y <= page[1].y)
      cost += rules_.outside * beyond(at, size);
    cost += led(k, at);
    const double own = distance_squared(anchor, at, size);
    if (home.x != anchor.x || home.y != anchor.y)
      cost += std::sqrt(own) > 0.0 ? 0.0 : rules_.on_line;
    if (labels_.named[k] && named_.size() > 1) {
      double other = std::numeric_limits<double>::infinity();
      for (const int tip : named_)
        if (tip != k) other = std::min(other, distance_squared(labels_.anchors[tip], at, size));
      cost += std::sqrt(other) < std::sqrt(own) - rules_.clearly ? rules_.near_other : 0.0;
    }
    return cost;
  }

  /// What a line from an anchor to a place far from it would cover.
  double led(int k, Point at) const {
    if (!(length(at - labels_.homes[k]) >= rules_.least_move)) return 0.0;
    const Point anchor = labels_.anchors[k], way = at - anchor;
    const Box box{{std::min(anchor.x, at.x) - SAFE, std::min(anchor.y, at.y) - SAFE},
                  {std::max(anchor.x, at.x) + SAFE, std::max(anchor.y, at.y) + SAFE}};
    double sum = 0.0;
    for (std::size_t i = 0; i < done_.size(); i++) {
      if (!meet(box, reached_[i])) continue;
      const int other = done_[i];
      const Point size = labels_.sizes[other], from = labels_.anchors[other];
      const double inside =
          length_inside(anchor, way, place(other), {size.x / 2, size.y / 2});
      const bool crossed = crosses(anchor, way, from, place(other) - from);
      sum += std::max(inside, 0.0) + 2.0 * double(crossed);
    }
    return rules_.on_line * sum;
  }

  const Labels& labels_;
  const LabelMoves& moves_;
  const LabelRules& rules_;
  std::vector<Point> places_;
  std::vector<Box> boxes_;
  // Of labels that have their places, each with the line that leads there.
  std::vector<Box> reached_;
  std::vector<int> all_, which_, fixed_, named_, done_;
  std::vector<Point> tried_;
  std::vector<double> lengths_;
  Point best_{};
  double least_ = 0.0;
};

bool is_near(Point at) { return std::fabs(at.x) < BEYOND_ALL && std::fabs(at.y) < BEYOND_ALL; }

}  // namespace

bool can_be_placed(const Labels& labels, const Point* wished) {
  for (int k = 0; k < labels.count; k++) {
    if (!labels.fixed[k] && !labels.loose[k] && !labels.named[k]) continue;
    if (!is_near(labels.anchors[k]) || !is_near(labels.homes[k]) || !is_near(labels.along[k]) ||
        !is_near(labels.sizes[k]) || !is_near(wished[k]))
      return false;
  }
  const LabelBlocks& blocks = labels.blocks;
  for (int k = 0; k < blocks.count; k++)
    if (!is_near(blocks.starts[k]) || !is_near(blocks.ways[k]) ||
        !is_near({blocks.halves[k], blocks.weights[k]}))
      return false;
  return is_near(labels.page[0]) && is_near(labels.page[1]);
}

std::vector<Point> settled_labels(const Labels& labels, const LabelMoves& moves,
                                  const Point* wished, long searches, bool follows) {
  return Search(labels, moves, wished).run(searches, follows);
}

}  // namespace rvs
