// How a camera projects points: `lens` of rvs/scene/camera.py.
#pragma once

#include <algorithm>

namespace rvs {

/// A place on the screen, in pixels, y down, and its depth along the view, in m.
struct Seen {
  double x, y, depth;
};

/// The numbers of `lens`, in their order.
struct Lens {
  double eye[3], right[3], up[3], back[3], middle[2], unit, parallel;

  /// Metres that a pixel covers at a depth.
  double pixel(double depth) const {
    return parallel != 0.0 ? unit : unit * std::max(depth, 1e-9);
  }
  double depth(const double* point) const { return -along(back, point); }
  Seen seen(const double* point) const {
    const double away = depth(point), scale = 1.0 / pixel(away);
    return {middle[0] + along(right, point) * scale, middle[1] - along(up, point) * scale, away};
  }

 private:
  double along(const double* axis, const double* point) const {
    return (point[0] - eye[0]) * axis[0] + (point[1] - eye[1]) * axis[1] +
           (point[2] - eye[2]) * axis[2];
  }
};

constexpr int LENS_NUMBERS = sizeof(Lens) / sizeof(double);

}  // namespace rvs
