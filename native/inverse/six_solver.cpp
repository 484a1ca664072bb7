#include "inverse/six_solver.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "inverse/general6r.h"
#include "inverse/wrist_arm.h"
#include "lanes/sets.h"

namespace rvs {

namespace {

// Error of a verified posture, in rad and parts of the arm's length.
constexpr double VERIFIED = 1e-9;
// A rotation that is this well orthonormal can be made exact by one step.
constexpr double ORTHONORMAL = 1e-7;

Rigid rigid(const double* rows) {
  Rigid X;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) X.turn[i][j] = rows[4 * i + j];
    X.shift[i] = rows[4 * i + 3];
  }
  return X;
}

/// A pose that is a rigid motion but for rounding, which is taken out; false for anything else.
bool rigid_motion(const double* rows, Rigid& T) {
  if (rows[12] != 0 || rows[13] != 0 || rows[14] != 0 || rows[15] != 1) return false;
  double error = 0, sum = 0, square[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      square[i][j] = rows[i] * rows[j] + rows[4 + i] * rows[4 + j] + rows[8 + i] * rows[8 + j];
      const double off = std::fabs(square[i][j] - (i == j));
      error = off > error ? off : error;
    }
  for (int i = 0; i < 12; i++) sum += 0 * rows[i];
  if (!(error < ORTHONORMAL) || sum != 0) return false;
  // R (3 - R^T R) / 2: Newton's step to the nearest rotation, where the error is squared
  for (int i = 0; i < 3; i++) {
    const double* row = rows + 4 * i;
    for (int j = 0; j < 3; j++)
      T.turn[i][j] = 1.5 * row[j] - 0.5 * (row[0] * square[0][j] + row[1] * square[1][j] + row[2] * square[2][j]);
    T.shift[i] = row[3];
  }
  const auto& R = T.turn;
  return R[0][0] * (R[1][1] * R[2][2] - R[1][2] * R[2][1]) -
             R[0][1] * (R[1][0] * R[2][2] - R[1][2] * R[2][0]) +
             R[0][2] * (R[1][0] * R[2][1] - R[1][1] * R[2][0]) > 0;
}

/// Norm of the rotation vector and the position error of a pose (4, 4), in rad and m; `scaled` is
/// the square with lengths in parts of another.
double residual(const Rigid& T, const double* pose, double& scaled, double length) {
  double turn = 0, gap = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const double off = pose[4 * i + j] - T.turn[i][j];
      turn += off * off;
    }
    const double off = pose[4 * i + 3] - T.shift[i];
    gap += off * off;
  }
  // rotations that differ by a small angle differ by sqrt(2) times as much in the Frobenius norm
  turn /= 2;
  scaled = turn + gap / (length * length);
  return std::sqrt(turn + gap);
}

/// Joint values from u: in (-pi, pi], in the order of their digits to the sixth.
void to_postures(const SixArm& arm, SplitAnswer& all) {
  constexpr double TURN = 6.283185307179586477, HALF = TURN / 2, AT_HALF = 1e-12;
  constexpr double FEW_TURNS = 3;  // more are not taken off one by one
  constexpr double DIGITS = 1e6, TO_WHOLE = 6755399441055744.0;  // adding this rounds
  double keys[MOST_POSTURES][SIX], sorted[MOST_POSTURES][SIX];
  int order[MOST_POSTURES] = {};
  for (int i = 0; i < all.count; i++) {
    for (int k = 0; k < SIX; k++) {
      double& q = all.u[i][k];
      q -= arm.offset[k];
      if (std::fabs(q) > FEW_TURNS * TURN) q = std::remainder(q, TURN);
      while (q > HALF) q -= TURN;
      while (q < AT_HALF - HALF) q += TURN;
      if (q > HALF) q = HALF;
      keys[i][k] = (q * DIGITS + TO_WHOLE) - TO_WHOLE;
    }
  }
  const auto before = [&keys](int a, int b) {
    for (int k = 0; k < SIX; k++)
      if (keys[a][k] != keys[b][k]) return keys[a][k] < keys[b][k];
    return false;
  };
  for (int i = 1; i < all.count; i++) {
    int at = i;
    for (; at > 0 && before(i, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = i;
  }
  const std::size_t size = sizeof all.u[0];
  for (int i = 0; i < all.count; i++) std::memcpy(sorted[i], all.u[order[i]], size);
  std::memcpy(all.u, sorted, std::size_t(all.count) * size);
}

/// Whether forward kinematics confirms every posture; their residuals.
bool verified(const Chain& chain, const SixArm& arm, const Rigid& T, const SplitAnswer& all,
              double* residuals) {
  double poses[MOST_POSTURES * 16];
  PoseJob job{};
  job.q = {all.u[0], SIX};
  job.out = poses;
  if (!kernels().fkine.many(chain, job, 0, std::size_t(all.count))) return false;
  for (int i = 0; i < all.count; i++) {
    double scaled;
    residuals[i] = residual(T, poses + 16 * i, scaled, arm.length);
    if (!(scaled < VERIFIED * VERIFIED)) return false;
  }
  return true;
}

}  // namespace

SixSolver::SixSolver(const MatrixRow* motions, const double* numbers, const MatrixRow* trials,
                     int loops) {
  for (int i = 0; i < SIX - 1; i++) arm_.links[i] = rigid(motions[i]);
  arm_.ahead = rigid(motions[SIX - 1]);
  arm_.behind = rigid(motions[SIX]);
  std::memcpy(arm_.offset, numbers, sizeof arm_.offset);
  arm_.length = numbers[SIX];
  arm_.reach = numbers[SIX + 1];
  wrist_ = has_wrist(arm_);
  std::vector<Rigid> links;
  for (int i = 0; i < loops * SIX; i++) links.push_back(rigid(trials[i]));
  rank_splits(arm_, reinterpret_cast<const Rigid(*)[SIX]>(links.data()), loops);
}

bool SixSolver::solve(const Chain& chain, const double* pose, SplitAnswer& all,
                      double* residuals) const {
  Rigid T;
  if (!rigid_motion(pose, T)) return false;
  const bool certain = wrist_ ? find_wrist_postures(arm_, T, all) : find_postures(arm_, T, all);
  if (!certain || all.count == 0) return false;
  to_postures(arm_, all);
  return verified(chain, arm_, T, all, residuals);
}

}  // namespace rvs
