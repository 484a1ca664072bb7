#include "drawing/silhouette.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "drawing/lens.h"

namespace rvs {

namespace {

constexpr std::int64_t STEPS = 256;
constexpr double GUARD = 32768.0;
constexpr int SIDES = 6;
/// Of vertices that lie beyond what is shown.
constexpr FinePlace OUTSIDE{INT32_MIN, INT32_MIN};

bool outside(const FinePlace& place) { return place.x == OUTSIDE.x; }

/// n / d, rounded up, for d > 0 and |n| < 2^52, where a quotient of doubles rounds to no whole
/// number that it is not.
std::int64_t divided_up(std::int64_t n, std::int64_t d) {
  return std::int64_t(std::ceil(double(n) / double(d)));
}

/// The first pixel whose middle is at a place or behind it.
std::int64_t after(std::int64_t place) { return -(-place >> 8); }

/// The first pixels that are not left of an edge, row after row.
class Crossing {
 public:
  Crossing(const FinePlace& low, const FinePlace& high, std::int64_t row) {
    const std::int64_t across = high.x - low.x, up = high.y - low.y;
    const std::int64_t ahead = low.x * up + (row * STEPS - low.y) * across;
    whole_ = STEPS * up;
    at_ = divided_up(ahead, whole_);
    rest_ = at_ * whole_ - ahead;
    step_ = divided_up(across, up);
    spare_ = STEPS * (step_ * up - across);
  }
  std::int64_t next() {
    const std::int64_t found = at_;
    at_ += step_;
    rest_ += spare_;
    if (rest_ >= whole_) {
      at_ -= 1;
      rest_ -= whole_;
    }
    return found;
  }

 private:
  std::int64_t whole_, at_, rest_, step_, spare_;
};

/// Whether a triangle turns counter-clockwise.
bool in_front(const FinePlace& a, const FinePlace& b, const FinePlace& c) {
  return std::int64_t(b.x - a.x) * (c.y - a.y) > std::int64_t(c.x - a.x) * (b.y - a.y);
}

}  // namespace

Silhouette::Silhouette(const Lens& lens, const double (&depths)[2], const PixelBox& page,
                       std::int64_t margin)
    : lens_(lens), depths_(depths), page_(page), margin_(margin) {}

/// How many metres a pixel covers at a depth; none is behind the eye.
double Silhouette::pixel(double ahead) const {
  return lens_.parallel != 0.0 ? lens_.unit : lens_.unit * ahead;
}

double Silhouette::inside(const Point& point, int side) const {
  if (side == 0) return point.ahead - depths_[0];
  if (side == 1) return depths_[1] - point.ahead;
  const double wide = GUARD * pixel(point.ahead), away = side < 4 ? point.across : point.up;
  return side % 2 ? wide + away : wide - away;
}

bool Silhouette::within(const Point& point) const {
  const double wide = GUARD * pixel(point.ahead);
  return point.ahead >= depths_[0] && point.ahead <= depths_[1] && wide >= point.across &&
         wide >= -point.across && wide >= point.up && wide >= -point.up;
}

FinePlace Silhouette::placed(const Point& point) const {
  const double scale = 1.0 / pixel(point.ahead);
  return {int(std::lrint((lens_.middle[0] + point.across * scale) * STEPS)) - int(STEPS / 2),
          int(std::lrint((lens_.middle[1] + point.up * scale) * STEPS)) - int(STEPS / 2)};
}

/// Take the vertices of an instance.
bool Silhouette::see(const SolidShape& shape, const float* pose) {
  const double* axes[3] = {lens_.right, lens_.up, lens_.back};
  double turn[3][3], shift[3];
  for (int i = 0; i < 3; i++) {
    const double sign = i < 2 ? 1.0 : -1.0;
    const double x = sign * axes[i][0], y = sign * axes[i][1], z = sign * axes[i][2];
    for (int k = 0; k < 3; k++) turn[i][k] = x * pose[k] + y * pose[4 + k] + z * pose[8 + k];
    shift[i] = x * (pose[3] - lens_.eye[0]) + y * (pose[7] - lens_.eye[1]) +
               z * (pose[11] - lens_.eye[2]);
  }
  for (std::size_t k = 0; k < shape.vertex_count; k++) {
    // as they are sent to the graphics card
    const float x = float(shape.vertices[3 * k]), y = float(shape.vertices[3 * k + 1]),
                z = float(shape.vertices[3 * k + 2]);
    double seen[3];
    for (int i = 0; i < 3; i++)
      seen[i] = turn[i][0] * x + turn[i][1] * y + turn[i][2] * z + shift[i];
    points_[k] = {seen[0], seen[1], seen[2]};
    if (!within(points_[k])) {
      if (!std::isfinite(seen[0] + seen[1] + seen[2])) return false;
      places_[k] = OUTSIDE;
      all_within_ = false;
      continue;
    }
    const FinePlace place = places_[k] = placed(points_[k]);
    low_ = {std::min(low_.x, place.x), std::min(low_.y, place.y)};
    high_ = {std::max(high_.x, place.x), std::max(high_.y, place.y)};
  }
  return true;
}

bool Silhouette::add(const SolidShape& shape) {
  points_.resize(shape.vertex_count);
  places_.resize(shape.vertex_count);
  front_.assign(shape.triangle_count + 1, 0);
  for (std::size_t k = 0; k < shape.instances; k++) {
    if (!see(shape, shape.poses + k * POSE_FIELDS)) return false;
    add_edges(shape);
  }
  return true;
}

/// Take the edges between what is in front and what is not.
void Silhouette::add_edges(const SolidShape& shape) {
  for (std::size_t k = 0; k < shape.triangle_count; k++) {
    const std::int32_t* at = shape.triangles + 3 * k;
    const std::int32_t one = at[0], two = at[shape.mirrored ? 2 : 1],
                       three = at[shape.mirrored ? 1 : 2];
    const FinePlace &a = places_[one], &b = places_[two], &c = places_[three];
    const bool cut = outside(a) || outside(b) || outside(c);
    front_[k] = !cut && in_front(a, b, c);
    if (cut) add_cut(points_[one], points_[two], points_[three]);
  }
  const int sign = shape.mirrored ? -1 : 1;
  for (std::size_t k = 0; k < shape.edge_count; k++) {
    const std::int32_t *ends = shape.ends + 2 * k, *sides = shape.sides + 2 * k;
    const int step = front_[sides[1]] - front_[sides[0]];
    if (step) add_edge(places_[ends[0]], places_[ends[1]], sign * step);
  }
}

/// Take an edge; upwards, `step` is how many more are in front to the right of it.
void Silhouette::add_edge(const FinePlace& from, const FinePlace& to, int step) {
  const bool falls = to.y < from.y;
  const FinePlace &low = falls ? to : from, &high = falls ? from : to;
  const std::int64_t first = std::max(after(low.y), page_.bottom);
  const std::int64_t end = std::min(after(high.y), page_.top);
  if (first >= end) return;
  Crossing crossing(low, high, first);
  for (std::int64_t row = first; row < end; row++)
    events_.push_back({std::int32_t(row), std::int32_t(crossing.next()), falls ? -step : step});
}

/// Take what is shown of a triangle.
void Silhouette::add_cut(const Point& a, const Point& b, const Point& c) {
  std::vector<Point> polygon{a, b, c};
  for (int side = 0; side < SIDES && !polygon.empty(); side++) {
    std::vector<Point> kept;
    Point before = polygon.back();
    double other = inside(before, side);
    for (const Point& point : polygon) {
      const double own = inside(point, side);
      if ((own >= 0.0) != (other >= 0.0)) {
        const double part = other / (other - own);
        kept.push_back({before.across + (point.across - before.across) * part,
                        before.up + (point.up - before.up) * part,
                        before.ahead + (point.ahead - before.ahead) * part});
      }
      if (own >= 0.0) kept.push_back(point);
      before = point;
      other = own;
    }
    polygon.swap(kept);
  }
  for (std::size_t k = 1; k + 1 < polygon.size(); k++) {
    const FinePlace one = placed(polygon[0]), two = placed(polygon[k]),
                    three = placed(polygon[k + 1]);
    if (!in_front(one, two, three)) continue;
    add_edge(one, two, -1);
    add_edge(two, three, -1);
    add_edge(three, one, -1);
  }
}

PixelBox Silhouette::box() const {
  if (!all_within_) return page_;
  if (low_.x > high_.x) return {page_.left, page_.bottom, page_.left, page_.bottom};
  const std::int64_t left = std::min(std::max(after(low_.x) - margin_, page_.left), page_.right);
  const std::int64_t bottom = std::min(std::max(after(low_.y) - margin_, page_.bottom), page_.top);
  return {left, bottom, std::max(std::min(after(high_.x) + margin_, page_.right), left),
          std::max(std::min(after(high_.y) + margin_, page_.top), bottom)};
}

void Silhouette::fill(unsigned char* mask) const {
  const PixelBox part = box();
  const std::size_t wide = std::size_t(part.wide()), high = std::size_t(part.high());
  // events row after row
  std::vector<std::size_t> ends(high + 1, 0);
  for (const RowEvent& event : events_) ends[std::size_t(event.row - part.bottom) + 1]++;
  for (std::size_t y = 0; y < high; y++) ends[y + 1] += ends[y];
  std::vector<std::pair<std::int32_t, std::int32_t>> steps(events_.size());
  for (const RowEvent& event : events_) {
    const std::int64_t x = std::min(std::max<std::int64_t>(event.pixel, part.left), part.right);
    steps[ends[std::size_t(event.row - part.bottom)]++] = {std::int32_t(x - part.left), event.step};
  }
  std::vector<std::int32_t> changes(wide + 1, 0);
  for (std::size_t y = 0, next = 0; y < high; y++, mask += wide) {
    std::int32_t first = std::int32_t(wide), last = 0, front = 0;
    for (; next < ends[y]; next++) {
      changes[std::size_t(steps[next].first)] += steps[next].second;
      first = std::min(first, steps[next].first);
      last = std::max(last, steps[next].first);
    }
    for (std::int32_t x = first; x <= last; x++) {
      front += changes[std::size_t(x)];
      changes[std::size_t(x)] = 0;
      if (x < std::int32_t(wide)) mask[x] = front > 0;
    }
  }
}

}  // namespace rvs
