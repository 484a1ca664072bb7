// How deep two convex bodies overlap; the reference is rvs/study/convex.py.
#pragma once

#include "distances/convex.h"

namespace rvs {
namespace space {

/// The second body leaves the first along the unit normal.
struct Overlap {
  double depth;
  Vec normal, a, b;
};

/// `start` holds points of the difference about the origin.  What is certainly less deep than
/// `least` is answered as soon as that is known, with a depth that is too large but below it.
Overlap overlap(const Couple& couple, const Simplex& start, double least);

}  // namespace space
}  // namespace rvs
