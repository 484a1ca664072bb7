#include "wrist_arm.h"

#include <cmath>

#include "plain_rigid.h"

namespace rvs {

namespace {

constexpr double ZERO = 1e-12;
// A cosine this near to 1 makes a double solution: a singular posture.
constexpr double NEARLY_DOUBLE = 1e-6;
// A circle this small, in parts of the arm, has no direction to turn to.
constexpr double NEARLY_ON_AXIS = 1e-5;

/// Sine and cosine of an angle.
struct Angle {
  double sine, cosine;
  double value() const { return std::atan2(sine, cosine); }
};

enum class Kind { NONE, TWO, NEARLY_ONE };

/// Solve a cos x + b sin x = c.
Kind solve(double a, double b, double c, Angle (&x)[2]) {
  const double square = a * a + b * b, length = std::sqrt(square);
  if (length < NEARLY_ON_AXIS) return Kind::NEARLY_ONE;
  const double cosine = c / length;
  if (std::fabs(cosine) > 1 + NEARLY_DOUBLE) return Kind::NONE;
  if (std::fabs(cosine) > 1 - NEARLY_DOUBLE) return Kind::NEARLY_ONE;
  const double height = std::sqrt(square - c * c);
  for (int k = 0; k < 2; k++) {
    const double h = k ? -height : height;
    x[k] = {(b * c + a * h) / square, (a * c - b * h) / square};
  }
  return Kind::TWO;
}

/// The turn that takes one plane vector to the direction of another of the same length.
Angle between(double from_x, double from_y, double to_x, double to_y) {
  const double square = from_x * from_x + from_y * from_y;
  return {(from_x * to_y - from_y * to_x) / square, (from_x * to_x + from_y * to_y) / square};
}

/// The rotation of a turn about z, then of a link.
void go_on(double (&R)[3][3], const Angle& by, const double (&link)[3][3]) {
  double turned[3][3];
  for (int i = 0; i < 3; i++) {
    turned[i][0] = by.cosine * R[i][0] + by.sine * R[i][1];
    turned[i][1] = by.cosine * R[i][1] - by.sine * R[i][0];
    turned[i][2] = R[i][2];
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      R[i][j] = turned[i][0] * link[0][j] + turned[i][1] * link[1][j] + turned[i][2] * link[2][j];
}

/// One pose of one arm.
class WristSolver {
 public:
  WristSolver(const SixArm& arm, const Rigid& T, SplitAnswer& all)
      : K_(arm.links), goal_(inverted(last_link(arm, T))), all_(all) {}

  /// The wrist centre keeps its distance from the plane through the first axis' frame that
  /// joints 1 and 2 move in: n . (turn(-u_0) p - t_0) = h.
  bool find() {
    const double* p = goal_.shift;
    const double n[3] = {K_[0].turn[0][2], K_[0].turn[1][2], K_[0].turn[2][2]};
    const double* t = K_[0].shift;
    const double h = K_[1].turn[2][2] * K_[2].shift[2] + K_[1].shift[2];
    const double c = h + n[0] * t[0] + n[1] * t[1] + n[2] * t[2] - n[2] * p[2];
    Angle u0[2];
    const Kind kind = solve(n[0] * p[0] + n[1] * p[1], n[0] * p[1] - n[1] * p[0], c, u0);
    if (kind != Kind::TWO) return kind == Kind::NONE;
    return elbow(u0[0]) && elbow(u0[1]);
  }

 private:
  const Rigid* K_;
  Rigid goal_;
  SplitAnswer& all_;

  /// In that plane joints 1 and 2 are a two-bar arm.
  bool elbow(const Angle& u0) {
    const double* p = goal_.shift;
    const double back[3] = {u0.cosine * p[0] + u0.sine * p[1] - K_[0].shift[0],
                            u0.cosine * p[1] - u0.sine * p[0] - K_[0].shift[1],
                            p[2] - K_[0].shift[2]};
    double w[2];
    for (int i = 0; i < 2; i++)
      w[i] = K_[0].turn[0][i] * back[0] + K_[0].turn[1][i] * back[1] + K_[0].turn[2][i] * back[2];
    const double *c = K_[2].shift, *t = K_[1].shift;
    const auto& R = K_[1].turn;
    // the first bar as the second joint's frame sees it
    const double d[2] = {R[0][0] * t[0] + R[1][0] * t[1], R[0][1] * t[0] + R[1][1] * t[1]};
    const double rest = w[0] * w[0] + w[1] * w[1] - c[0] * c[0] - c[1] * c[1] - t[0] * t[0] - t[1] * t[1];
    Angle u2[2];
    const Kind kind = solve(d[0] * c[0] + d[1] * c[1], d[1] * c[0] - d[0] * c[1], rest / 2, u2);
    if (kind != Kind::TWO) return kind == Kind::NONE;
    if (w[0] * w[0] + w[1] * w[1] < NEARLY_ON_AXIS * NEARLY_ON_AXIS) return false;
    for (const Angle& u : u2) {
      const double x = u.cosine * c[0] - u.sine * c[1], y = u.sine * c[0] + u.cosine * c[1];
      const double v[2] = {R[0][0] * x + R[0][1] * y + t[0], R[1][0] * x + R[1][1] * y + t[1]};
      if (!wrist(u0, between(v[0], v[1], w[0], w[1]), u)) return false;
    }
    return true;
  }

  /// What rotation is left is up to the wrist: R = turn(u_3) K_3 turn(u_4) K_4 turn(u_5).
  bool wrist(const Angle& u0, const Angle& u1, const Angle& u2) {
    double arm[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, R[3][3];
    go_on(arm, u0, K_[0].turn);
    go_on(arm, u1, K_[1].turn);
    go_on(arm, u2, K_[2].turn);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        R[i][j] = arm[0][i] * goal_.turn[0][j] + arm[1][i] * goal_.turn[1][j] + arm[2][i] * goal_.turn[2][j];
    const auto &A = K_[3].turn, &B = K_[4].turn;
    const double a[3] = {A[2][0], A[2][1], A[2][2]}, b[3] = {B[0][2], B[1][2], B[2][2]};
    Angle u4[2];
    const Kind kind = solve(a[0] * b[0] + a[1] * b[1], a[1] * b[0] - a[0] * b[1],
                            R[2][2] - a[2] * b[2], u4);
    if (kind != Kind::TWO) return kind == Kind::NONE;
    for (const Angle& u : u4) {
      double middle[3][3] = {{A[0][0], A[0][1], A[0][2]}, {A[1][0], A[1][1], A[1][2]}, {A[2][0], A[2][1], A[2][2]}};
      go_on(middle, u, B);
      const double size = middle[0][2] * middle[0][2] + middle[1][2] * middle[1][2];
      if (size < NEARLY_ON_AXIS) return false;
      const Angle u3 = between(middle[0][2], middle[1][2], R[0][2], R[1][2]);
      const Angle u5 = between(R[2][0], R[2][1], middle[2][0], middle[2][1]);
      double* found = all_.u[all_.count++];
      const Angle six[SIX] = {u0, u1, u2, u3, u, u5};
      for (int i = 0; i < SIX; i++) found[i] = six[i].value();
    }
    return true;
  }
};

}  // namespace

bool has_wrist(const SixArm& arm) {
  double gap = 0;
  for (int k = 0; k < 3; k++)
    gap = std::fmax(gap, std::fmax(std::fabs(arm.links[3].shift[k]), std::fabs(arm.links[4].shift[k])));
  return gap < ZERO && std::fabs(arm.links[1].turn[0][2]) < ZERO && std::fabs(arm.links[1].turn[1][2]) < ZERO;
}

bool find_wrist_postures(const SixArm& arm, const Rigid& T, SplitAnswer& all) {
  all.count = 0;
  all.clean = WristSolver(arm, T, all).find();
  return all.clean;
}

}  // namespace rvs
