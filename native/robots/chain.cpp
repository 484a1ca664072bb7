// Compiles constant poses and loads of a chain, once per robot.
#include "robots/chain.h"

#include <cmath>
#include <cstring>

namespace rvs {

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

void Chain::finish() {
  const Fixed* before = nullptr;
  moving.clear();
  for (int i = 0; i < n(); i++) {
    Joint& joint = joints[i];
    joint.ahead = before ? *before * joint.lead : joint.lead;
    joint.sine0 = std::sin(joint.angle0);
    joint.cosine0 = std::cos(joint.angle0);
    before = &joint.trail;
    if (!joint.locked) moving.push_back(i);
  }
  end = *before * tool;
}

void Chain::finish_masses() {
  double carried = 0;
  for (int i = n() - 1; i >= 0; i--) {
    carried += joints[i].load.mass;
    joints[i].carried = carried;
  }
  weighed = true;
}

Load load_of(const Fixed& trail, double mass, const double* com, const double* moments) {
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

}  // namespace rvs
