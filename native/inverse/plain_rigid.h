// Rigid motions for code that is not compiled for an instruction set of its own.
#pragma once

#include <cmath>

#include "inverse/six_arm.h"

namespace rvs {

inline Rigid times(const Rigid& a, const Rigid& b) {
  Rigid c;
  for (int i = 0; i < 3; i++) {
    c.shift[i] = a.shift[i];
    for (int k = 0; k < 3; k++) c.shift[i] += a.turn[i][k] * b.shift[k];
    for (int j = 0; j < 3; j++) {
      c.turn[i][j] = 0;
      for (int k = 0; k < 3; k++) c.turn[i][j] += a.turn[i][k] * b.turn[k][j];
    }
  }
  return c;
}

inline Rigid inverted(const Rigid& a) {
  Rigid b;
  for (int i = 0; i < 3; i++) {
    b.shift[i] = 0;
    for (int k = 0; k < 3; k++) {
      b.turn[i][k] = a.turn[k][i];
      b.shift[i] -= a.turn[k][i] * a.shift[k];
    }
  }
  return b;
}

/// The last link of the loop that an arm makes with a pose, in parts of its length.
inline Rigid last_link(const SixArm& arm, const Rigid& T) {
  constexpr double SNAP = 1e-15;
  Rigid last = times(times(arm.behind, inverted(T)), arm.ahead);
  for (int i = 0; i < 3; i++) {
    last.shift[i] /= arm.length;
    for (double& x : last.turn[i])
      if (std::fabs(x) < SNAP) x = 0;
  }
  return last;
}

}  // namespace rvs
