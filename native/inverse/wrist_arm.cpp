#include "inverse/wrist_arm.h"

#include <cmath>

#include "inverse/plain_rigid.h"
#include "lanes/sets.h"

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
};

enum class Kind { NONE, TWO, NEARLY_ONE };

/// Solve a cos x + b sin x = c.
Kind solve(double a, double b, double c, Angle (&x)[2]) {
  constexpr double FAR = 1 + 2 * NEARLY_DOUBLE, NEAR = 1 - 2 * NEARLY_DOUBLE;  // squares
  const double square = a * a + b * b;
  if (square < NEARLY_ON_AXIS * NEARLY_ON_AXIS) return Kind::NEARLY_ONE;
  if (c * c > FAR * square) return Kind::NONE;
  if (c * c > NEAR * square) return Kind::NEARLY_ONE;
  const double over = 1 / square, height = std::sqrt(square - c * c) * over;
  const double sine = b * c * over, cosine = a * c * over;
  x[0] = {sine + a * height, cosine - b * height};
  x[1] = {sine - a * height, cosine + b * height};
  return Kind::TWO;
}

/// A positive multiple of the turn from one direction of the plane to another.
Angle between(double from_x, double from_y, double to_x, double to_y) {
  return {from_x * to_y - from_y * to_x, from_x * to_x + from_y * to_y};
}

/// Undo a turn about z and a link: link^T turn(-by) R.
void undo(const double (&link)[3][3], const Angle& by, double (&R)[3][3]) {
  for (int j = 0; j < 3; j++) {
    const double x = by.cosine * R[0][j] + by.sine * R[1][j];
    const double y = by.cosine * R[1][j] - by.sine * R[0][j], z = R[2][j];
    for (int i = 0; i < 3; i++) R[i][j] = link[0][i] * x + link[1][i] * y + link[2][i] * z;
  }
}

/// One pose of one arm.
class WristSolver {
 public:
  static constexpr int MOST = 8;
  int count = 0;
  double sines[MOST][SIX] = {}, cosines[MOST][SIX] = {};

  WristSolver(const SixArm& arm, const Rigid& T)
      : K_(arm.links), goal_(inverted(last_link(arm, T))) {}

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
    const double square = w[0] * w[0] + w[1] * w[1], over = 1 / square;
    if (square < NEARLY_ON_AXIS * NEARLY_ON_AXIS) return false;
    Rigid rest_of_arm = goal_;
    undo(K_[0].turn, u0, rest_of_arm.turn);
    for (const Angle& u : u2) {
      const double x = u.cosine * c[0] - u.sine * c[1], y = u.sine * c[0] + u.cosine * c[1];
      const double v[2] = {R[0][0] * x + R[0][1] * y + t[0], R[1][0] * x + R[1][1] * y + t[1]};
      Angle u1 = between(v[0], v[1], w[0], w[1]);
      u1 = {u1.sine * over, u1.cosine * over};
      if (!wrist(u0, u1, u, rest_of_arm)) return false;
    }
    return true;
  }

  /// What rotation is left is up to the wrist: R = turn(u_3) K_3 turn(u_4) K_4 turn(u_5).
  bool wrist(const Angle& u0, const Angle& u1, const Angle& u2, const Rigid& after_u0) {
    Rigid left = after_u0;
    auto& R = left.turn;
    undo(K_[1].turn, u1, R);
    undo(K_[2].turn, u2, R);
    const auto &A = K_[3].turn, &B = K_[4].turn;
    const double a[3] = {A[2][0], A[2][1], A[2][2]}, b[3] = {B[0][2], B[1][2], B[2][2]};
    Angle u4[2];
    const Kind kind = solve(a[0] * b[0] + a[1] * b[1], a[1] * b[0] - a[0] * b[1],
                            R[2][2] - a[2] * b[2], u4);
    if (kind != Kind::TWO) return kind == Kind::NONE;
    for (const Angle& u : u4) {
      // the last column and the last row of K_3 turn(u_4) K_4
      const double x = u.cosine * b[0] - u.sine * b[1], y = u.sine * b[0] + u.cosine * b[1];
      const double column[2] = {A[0][0] * x + A[0][1] * y + A[0][2] * b[2],
                                A[1][0] * x + A[1][1] * y + A[1][2] * b[2]};
      const double s = u.cosine * a[0] + u.sine * a[1], t = u.cosine * a[1] - u.sine * a[0];
      const double row[2] = {s * B[0][0] + t * B[1][0] + a[2] * B[2][0],
                             s * B[0][1] + t * B[1][1] + a[2] * B[2][1]};
      if (column[0] * column[0] + column[1] * column[1] < NEARLY_ON_AXIS) return false;
      const Angle u3 = between(column[0], column[1], R[0][2], R[1][2]);
      const Angle u5 = between(R[2][0], R[2][1], row[0], row[1]);
      const Angle six[SIX] = {u0, u1, u2, u3, u, u5};
      for (int i = 0; i < SIX; i++) {
        sines[count][i] = six[i].sine;
        cosines[count][i] = six[i].cosine;
      }
      count++;
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
  WristSolver solver(arm, T);
  all.clean = solver.find();
  all.count = solver.count;
  // whole registers; what is left over is zero
  const int angles = (all.count * SIX + 7) / 8 * 8;
  kernels().arc_tangents(solver.sines[0], solver.cosines[0], angles, all.u[0]);
  return all.clean;
}

}  // namespace rvs
