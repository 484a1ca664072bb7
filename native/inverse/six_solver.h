// What finds all postures of a six-revolute arm for poses: made by rvs/engine/inverse/native_solver.py.
#pragma once

#include "inverse/six_arm.h"
#include "robots/chain.h"

namespace rvs {

class SixSolver {
 public:
  /// From tables: K_0 to K_4, ahead and behind as matrices; offsets, length and reach; loops of six
  /// links each to try the splits on.
  SixSolver(const MatrixRow* motions, const double* numbers, const MatrixRow* trials, int loops);

  /// Find the postures of an arm, whose chain this is, for a pose (4, 4), and their residuals; false
  /// where the reference has to look closer, or says why there is none.
  bool solve(const Chain& chain, const double* pose, SplitAnswer& all, double* residuals) const;

 private:
  SixArm arm_;
  bool wrist_;  // in closed form
};

}  // namespace rvs
