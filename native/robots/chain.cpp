// Compiles constant poses and loads of a chain, once per robot.
#include "robots/chain.h"

#include <cmath>
#include <cstring>

namespace rvs {

namespace {

/// A load given about its centre of mass in the link frame, as the frame before the trail sees it.
Load load_of(const Fixed& trail, const LoadRow& row) {
  const auto& [mass, com, moments] = row;
  double c[3], about[3][3], turned[3][3];
  const double given[3][3] = {{moments[0], moments[3], moments[5]},
                              {moments[3], moments[1], moments[4]},
                              {moments[5], moments[4], moments[2]}};
  const auto& R = trail.turn;
  for (int i = 0; i < 3; i++) {
    c[i] = trail.shift[i];
    for (int j = 0; j < 3; j++) {
      c[i] += R[i][j] * com[j];
      turned[i][j] = 0;
      for (int k = 0; k < 3; k++) turned[i][j] += R[i][k] * given[k][j];
    }
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      about[i][j] = 0;
      for (int k = 0; k < 3; k++) about[i][j] += turned[i][k] * R[j][k];
    }
  Load load;
  load.mass = mass;
  for (int i = 0; i < 3; i++) load.first[i] = mass * c[i];
  // Steiner's theorem: about the frame's origin instead of the centre of mass
  load.inertia[0] = about[0][0] + mass * (c[1] * c[1] + c[2] * c[2]);
  load.inertia[1] = about[1][1] + mass * (c[0] * c[0] + c[2] * c[2]);
  load.inertia[2] = about[2][2] + mass * (c[0] * c[0] + c[1] * c[1]);
  load.inertia[3] = about[0][1] - mass * c[0] * c[1];
  load.inertia[4] = about[1][2] - mass * c[1] * c[2];
  load.inertia[5] = about[0][2] - mass * c[0] * c[2];
  return load;
}

}  // namespace

Fixed::Fixed(const double* rows) {
  for (int i = 0; i < 3; i++) {
    std::memcpy(turn[i], rows + 4 * i, sizeof turn[i]);
    shift[i] = rows[4 * i + 3];
  }
  classify();
}

Fixed Fixed::operator*(const Fixed& next) const {
  Fixed product;
  for (int i = 0; i < 3; i++) {
    product.shift[i] = shift[i];
    for (int j = 0; j < 3; j++) {
      product.turn[i][j] = 0;
      product.shift[i] += turn[i][j] * next.shift[j];
      for (int k = 0; k < 3; k++) product.turn[i][j] += turn[i][k] * next.turn[k][j];
    }
  }
  product.classify();
  return product;
}

void Fixed::classify() {
  const bool about_x = turn[0][0] == 1 && turn[0][1] == 0 && turn[0][2] == 0 &&
                       turn[1][0] == 0 && turn[2][0] == 0;
  const bool along_x = shift[1] == 0 && shift[2] == 0;
  // only a true rotation about x has two numbers; a rounded one keeps all that it was given
  const bool even = turn[1][1] == turn[2][2] && turn[1][2] == -turn[2][1];
  const bool still = turn[1][1] == 1 && turn[2][1] == 0 && shift[0] == 0;
  kind = !(about_x && along_x && even) ? GENERAL : still ? IDENTITY : TWIST;
  for (int j = 0; j < 3; j++) {
    back[j] = 0;
    for (int i = 0; i < 3; i++) back[j] += turn[i][j] * shift[i];
  }
}

Chain::Chain(const MatrixRow* ends, const MotionRow* motions, const MatrixRow* leads,
             const MatrixRow* trails, std::size_t n)
    : joints(n), base(ends[0]), tool(ends[1]) {
  const Fixed* before = nullptr;
  for (std::size_t i = 0; i < n; i++) {
    Joint& joint = joints[i];
    const MotionRow& row = motions[i];
    joint.turn = row.turn;
    joint.slide = row.slide;
    joint.angle0 = row.angle0;
    joint.distance0 = row.distance0;
    joint.sine0 = std::sin(row.angle0);
    joint.cosine0 = std::cos(row.angle0);
    joint.locked = row.locked != 0;
    joint.lead = Fixed(leads[i]);
    joint.trail = Fixed(trails[i]);
    joint.ahead = before ? *before * joint.lead : joint.lead;
    before = &joint.trail;
    if (!joint.locked) moving.push_back(int(i));
  }
  end = before ? *before * tool : tool;
}

void Chain::weigh(const double* down, const LoadRow* loads, const Drive* drives) {
  double carried = 0;
  for (int k = 0; k < 3; k++) gravity[k] = down[k];
  for (std::size_t i = joints.size(); i-- > 0;) {
    Joint& joint = joints[i];
    joint.load = load_of(joint.trail, loads[i]);
    joint.drive = drives[i];
    joint.carried = carried += joint.load.mass;
  }
  weighed = true;
}

}  // namespace rvs
