// A six-revolute arm that holds a pose, as a closed loop of six links; see docs/general-6r.md.
//
//     turn(u_0) K_0 turn(u_1) K_1 ... turn(u_5) K_5 = 1,  u_i = q_i + offset_i
//
// K_0 to K_4 belong to the arm, K_5 to the pose.  Lengths are in parts of the arm's length.
#pragma once

namespace rvs {

constexpr int SIX = 6;
constexpr int SPLITS = 12;
/// More than the sixteen that can be: rounding may count one twice before it is noticed.
constexpr int MOST_POSTURES = 32;

/// A rigid motion.
struct Rigid {
  double turn[3][3];
  double shift[3];
};

/// What the loops of one arm have in common.
struct SixArm {
  Rigid links[SIX - 1];
  Rigid ahead, behind;  // from the world to the first axis, from the last to the tool; in metres
  double offset[SIX];
  double length;
  double reach;         // no loop closes whose last link is longer
  int order[SPLITS];    // the splits, best first
};

/// Where the loop begins, and which way it runs: numbers 0 to 5 forwards, 6 to 11 backwards.
struct Split {
  int number;
  int shift() const { return number % SIX; }
  bool reverse() const { return number >= SIX; }
};

/// What one split finds: the arm's angles u, each closing the loop.
struct SplitAnswer {
  int count = 0;
  bool clean = false;  // every real root has its posture
  double u[MOST_POSTURES][SIX];
};

}  // namespace rvs
