// Lines as a camera sees them: rvs/gl/lines.py, rvs/scene/camera.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rvs {

struct Lens;

/// Project points (count, 3) to pixels and depths (count, 3); false if one is not finite.
bool projected(const Lens& lens, const double* points, std::size_t count, double* found);

/// How far chords stray from bends, in pixels; the cosine of corners; the most pixels of a step.
struct Bends {
  double stray, corner, reach;
};

/// Which points of a polyline (count, 3) stay: its ends, corners, and as many as bends need; and
/// how long it is on the screen up to each. False if that can't be told of all numbers.
bool needed_points(const Lens& lens, const double* points, std::size_t count, const Bends& bends,
                   std::vector<std::int64_t>& kept, std::vector<float>& lengths);

}  // namespace rvs
