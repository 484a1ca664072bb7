// Newton's method on the closed loop; see rvs/engine/inverse/general6r/polish.py.

// as in polish.py
constexpr double CLOSED = 1e-9, EXACT = 1e-14;

/// How far a loop is from closed, rotation vector and gap, and the derivatives by the angles.
struct LoopError {
  double error[SIX], J[SIX][SIX];
  double size;
};

/// The rotation vector of a rotation: axis times angle.
static void rotation_vector(const double (&R)[3][3], double* out) {
  const double x = R[2][1] - R[1][2], y = R[0][2] - R[2][0], z = R[1][0] - R[0][1];
  const double twice_sine = root(x * x + y * y + z * z);
  const double twice_cosine = R[0][0] + R[1][1] + R[2][2] - 1;
  // at half a turn the axis is lost: the step is then too short, never wrong
  const double factor = twice_sine > 1e-7 ? std::atan2(twice_sine, twice_cosine) / twice_sine : 0.5;
  out[0] = factor * x;
  out[1] = factor * y;
  out[2] = factor * z;
}

static void loop_error(const Rigid* K, const double* u, LoopError& at) {
  double sines[SIX], cosines[SIX], axis[SIX][3], point[SIX][3];
  sincos_six(u, sines, cosines);
  Rigid X = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
  for (int i = 0; i < SIX; i++) {
    for (int k = 0; k < 3; k++) {
      axis[i][k] = X.turn[k][2];
      point[i][k] = X.shift[k];
    }
    X = product(X, turned(sines[i], cosines[i], K[i]));
  }
  rotation_vector(X.turn, at.error);
  for (int k = 0; k < 3; k++) at.error[3 + k] = X.shift[k];
  at.size = 0;
  for (const double entry : at.error) at.size = magnitude(entry) > at.size ? magnitude(entry) : at.size;
  for (int i = 0; i < SIX; i++) {
    const double arm[3] = {X.shift[0] - point[i][0], X.shift[1] - point[i][1], X.shift[2] - point[i][2]};
    double lever[3];
    cross3(axis[i], arm, lever);
    for (int k = 0; k < 3; k++) {
      at.J[k][i] = axis[i][k];
      at.J[3 + k][i] = lever[k];
    }
  }
}

/// Solve a symmetric positive system in place, by Cholesky; false where it is not positive.
static bool solve_positive(double (&A)[SIX][SIX], double* x) {
  for (int j = 0; j < SIX; j++) {
    double diagonal = A[j][j];
    for (int k = 0; k < j; k++) diagonal -= A[j][k] * A[j][k];
    if (!(diagonal > 0)) return false;
    A[j][j] = 1 / root(diagonal);
    for (int i = j + 1; i < SIX; i++) {
      double sum = A[i][j];
      for (int k = 0; k < j; k++) sum -= A[i][k] * A[j][k];
      A[i][j] = sum * A[j][j];
    }
  }
  for (int i = 0; i < SIX; i++) {
    for (int k = 0; k < i; k++) x[i] -= A[i][k] * x[k];
    x[i] *= A[i][i];
  }
  for (int i = SIX - 1; i >= 0; i--) {
    for (int k = i + 1; k < SIX; k++) x[i] -= A[k][i] * x[k];
    x[i] *= A[i][i];
  }
  return true;
}

/// One damped step of the angles.
static bool polish_step(const LoopError& at, double* u) {
  double A[SIX][SIX], step[SIX], square = 0;
  for (const double entry : at.error) square += entry * entry;
  const double damping = 1e-2 * (square < 1e-2 ? square : 1e-2) + 1e-15;
  for (int i = 0; i < SIX; i++) {
    step[i] = 0;
    for (int k = 0; k < SIX; k++) step[i] += at.J[k][i] * at.error[k];
    for (int j = 0; j <= i; j++) {
      A[i][j] = 0;
      for (int k = 0; k < SIX; k++) A[i][j] += at.J[k][i] * at.J[k][j];
    }
    A[i][i] += damping;
  }
  if (!solve_positive(A, step)) return false;
  double longest = 0;
  for (const double angle : step) longest = magnitude(angle) > longest ? magnitude(angle) : longest;
  const double factor = longest > 0.5 ? 0.5 / longest : 1;
  for (int i = 0; i < SIX; i++) u[i] -= factor * step[i];
  return true;
}

/// Bring angles to where they close the loop; false where they do not.
static bool polish(const Rigid* K, double* u) {
  constexpr int MOST_STEPS = 30;
  LoopError at;
  double least = INFINITY, best[SIX];
  for (int step = 0; step <= MOST_STEPS; step++) {
    loop_error(K, u, at);
    const bool better = at.size < least;
    if (better) {
      least = at.size;
      std::memcpy(best, u, sizeof best);
    }
    if (at.size < EXACT || (!better && least < CLOSED) || !polish_step(at, u)) break;
  }
  std::memcpy(u, best, sizeof best);
  return least < CLOSED;
}

/// The last pivot of the loop's Jacobian under complete pivoting: small where it loses rank.
static double smallest_pivot(const Rigid* K, const double* u) {
  LoopError at;
  loop_error(K, u, at);
  auto& A = at.J;
  double pivot = 0;
  for (int k = 0; k < SIX; k++) {
    int row = k, column = k;
    for (int i = k; i < SIX; i++)
      for (int j = k; j < SIX; j++)
        if (magnitude(A[i][j]) > magnitude(A[row][column])) row = i, column = j;
    pivot = magnitude(A[row][column]);
    if (!(pivot > 0)) return 0;
    for (int j = 0; j < SIX; j++) std::swap(A[k][j], A[row][j]);
    for (int i = 0; i < SIX; i++) std::swap(A[i][k], A[i][column]);
    for (int i = k + 1; i < SIX; i++) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k + 1; j < SIX; j++) A[i][j] -= factor * A[k][j];
    }
  }
  return pivot;
}
