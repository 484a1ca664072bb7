// A robot as the kernels read it: one canonical chain, whatever convention described it.
//
// Joint i moves by a turn about and a slide along its own z axis,
//     X_i = X_{i-1} lead_i Z(angle_i, distance_i) trail_i,
//     angle_i = turn_i q_i + angle0_i,  distance_i = slide_i q_i + distance0_i,
// with constant poses ahead of the motion and behind it.  For most kernels the trail of one joint
// and the lead of the next are one pose, `ahead` (Craig's modified frames, Introduction to
// Robotics, 3.4): the frame that moves with joint i has its axis as z.
#pragma once

#include <cstddef>
#include <vector>

namespace rvs {

/// A constant pose; most are the identity or a screw about x, which the kernels exploit.
struct Fixed {
  enum Kind { IDENTITY, TWIST, GENERAL };
  Kind kind = IDENTITY;
  double turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double shift[3] = {0, 0, 0};
  double back[3] = {0, 0, 0};  // the shift in the axes that the turn leads to

  Fixed() = default;
  /// From a 4x4 matrix by rows.
  explicit Fixed(const double* rows);
  Fixed operator*(const Fixed& next) const;

 private:
  void classify();
};

/// What a link weighs, in the frame that moves with its joint.
struct Load {
  double mass = 0;
  double first[3] = {0, 0, 0};              // mass times centre of mass
  double inertia[6] = {0, 0, 0, 0, 0, 0};   // xx yy zz xy yz xz about the frame's origin
};

/// A motor on the link side of its gear.
struct Drive {
  double inertia = 0, viscous = 0;
  double forward = 0, backward = 0;  // Coulomb friction; the second is negative
};

struct Joint {
  double turn = 1, slide = 0;
  double angle0 = 0, distance0 = 0;
  double sine0 = 0, cosine0 = 1;  // of angle0, for joints that do not turn
  bool locked = false;
  Fixed lead, trail, ahead;
  Load load;
  double carried = 0;  // mass of its link and of all that follow
  Drive drive;
};

/// Rows of the tables that rvs/engine/kernels.py makes, one for each joint.
struct MotionRow {
  double turn, slide, angle0, distance0, locked;
};
struct LoadRow {
  double mass, com[3], moments[6];
};
typedef double MatrixRow[16];

struct Chain {
  std::vector<Joint> joints;
  std::vector<int> moving;  // the joints that are not locked
  Fixed base;
  Fixed tool;
  Fixed end;  // the last trail and the tool
  double gravity[3] = {0, 0, 0};
  bool weighed = false;

  /// `ends` are the poses of the base and of the tool.
  Chain(const MatrixRow* ends, const MotionRow* motions, const MatrixRow* leads,
        const MatrixRow* trails, std::size_t n);
  void weigh(const double* down, const LoadRow* loads, const Drive* drives);
  int n() const { return int(joints.size()); }
  bool all_move() const { return moving.size() == joints.size(); }
};

}  // namespace rvs
