// The condition number of the homogeneous Jacobian, and the length that makes it least.
//
// The six rows of J are made orthogonal one after the other (modified Gram-Schmidt), J = R Q with R
// lower triangular, so that nothing is squared.  With the rows of G = R^-1, of which column j belongs
// to row j of J, (J J^T)^-1 has the diagonal sum_i G_ij^2.  For the 2-norm the rows of R are turned
// against each other until they are orthogonal (Jacobi's method from one side, Hestenes 1958); their
// lengths are the singular values.

constexpr int ROWS = 6;  // of a Jacobian
/// Turns of all pairs; rows that are orthogonal to rounding need no more.
constexpr int MOST_SWEEPS = 12;
constexpr double ORTHOGONAL = 1e-15;
/// Rounding spoils eight digits of a condition number like this; NaN leaves it to the reference.
constexpr double WELL_KNOWN = 1e7;

/// Dot product of the first `count` numbers of two rows.
template <class V>
RVS_INLINE V row_dot(const V* a, const V* b, int count) {
  V sum = all<V>(0.0);
  for (int k = 0; k < count; k++) sum += a[k] * b[k];
  return sum;
}

/// Make rows (6, count) orthonormal; R by rows.  What depends on rows before becomes NaN.
template <class V>
RVS_INLINE void orthonormal_rows(V* rows, int count, V (&R)[ROWS][ROWS]) {
  for (int i = 0; i < ROWS; i++) {
    V* row = rows + i * count;
    for (int j = 0; j < i; j++) {
      const V* before = rows + j * count;
      const V part = row_dot(row, before, count);
      R[i][j] = part;
      for (int k = 0; k < count; k++) row[k] -= part * before[k];
    }
    for (int j = i + 1; j < ROWS; j++) R[i][j] = all<V>(0.0);
    const V length = root(row_dot(row, row, count));
    R[i][i] = length;
    const V unit = 1.0 / length;
    for (int k = 0; k < count; k++) row[k] = row[k] * unit;
  }
}

/// Squares of the entries of R^-1 by columns, summed: the diagonal of (J J^T)^-1.
template <class V>
RVS_INLINE void inverse_diagonal(const V (&R)[ROWS][ROWS], V (&diagonal)[ROWS]) {
  V over[ROWS];
  for (int i = 0; i < ROWS; i++) over[i] = 1.0 / R[i][i];
  for (int j = 0; j < ROWS; j++) {
    V column[ROWS];
    column[j] = over[j];
    V sum = column[j] * column[j];
    for (int i = j + 1; i < ROWS; i++) {
      V rest = all<V>(0.0);
      for (int k = j; k < i; k++) rest -= R[i][k] * column[k];
      column[i] = rest * over[i];
      sum += column[i] * column[i];
    }
    diagonal[j] = sum;
  }
}

/// Turn rows p and q so that they are orthogonal; true where they were in all lanes.
template <class V>
RVS_INLINE bool turn_rows(V (&R)[ROWS][ROWS], int p, int q) {
  const V a = row_dot(R[p], R[p], ROWS), b = row_dot(R[q], R[q], ROWS);
  const V c = row_dot(R[p], R[q], ROWS);
  const bool fine = all_within(c / root(a * b), ORTHOGONAL);
  // tan of the angle: the smaller root of t^2 + 2 t (b - a) / 2c - 1
  const V apart = b - a;
  // rows that are orthogonal and of one length stay as they are
  const V size = magnitude(apart) + root(apart * apart + 4.0 * c * c) + 1e-300;
  const V t = pick<V>(above(all<V>(0.0), apart), all<V>(-2.0), all<V>(2.0)) * c / size;
  const V cosine = 1.0 / root(1.0 + t * t), sine = t * cosine;
  for (int k = 0; k < ROWS; k++) {
    const V x = R[p][k], y = R[q][k];
    R[p][k] = cosine * x - sine * y;
    R[q][k] = sine * x + cosine * y;
  }
  return fine;
}

/// Largest over smallest singular value.
template <class V>
RVS_INLINE V two_norm_condition(V (&R)[ROWS][ROWS]) {
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    bool fine = true;
    for (int p = 0; p < ROWS; p++)
      for (int q = p + 1; q < ROWS; q++) fine &= turn_rows(R, p, q);
    if (fine) break;
  }
  V least = row_dot(R[0], R[0], ROWS), most = least;
  for (int i = 1; i < ROWS; i++) {
    const V square = row_dot(R[i], R[i], ROWS);
    least = pick<V>(above(least, square), square, least);
    most = pick<V>(above(square, most), square, most);
  }
  return root(most / least);
}

/// Make lengths parts of L: the velocities by joints that turn.
template <class V>
RVS_INLINE void scale_levers(const Chain& chain, V* linear, double by) {
  const int count = int(chain.moving.size());
  for (int i = 0; i < count; i++) {
    if (chain.joints[chain.moving[i]].turn == 0) continue;
    for (int row = 0; row < 3; row++) linear[row * count + i] = by * linear[row * count + i];
  }
}

struct Condition {
  template <class V>
  RVS_INLINE static bool run(const Chain& chain, const ConditionJob& job, Slice slice) {
    const int count = int(chain.moving.size());
    Probe<V> probe;
    PerJoint<V> q(chain);
    PerJoint<Motion<V>> moved(chain);
    Axes<V> axes(chain);
    Room<V, ROWS * USUAL_JOINTS> rows(ROWS * chain.n());
    load_posture(job.q, chain.n(), slice, q.data(), probe);
    motions(chain, q.data(), moved.data());
    JacobianJob world{};
    world.active = true;
    find_axes(chain, world, moved.data(), axes);
    columns(chain, world, axes, rows.data());
    V* linear = rows.data() + 3 * count;
    if (job.length != 0) scale_levers(chain, linear, 1.0 / job.length);
    const V turning = row_dot(rows.data(), rows.data(), 3 * count);
    const V moving = row_dot(linear, linear, 3 * count);
    V R[ROWS][ROWS], answer[2] = {all<V>(0.0), all<V>(job.length)};
    orthonormal_rows(rows.data(), count, R);
    if (job.two) {
      answer[0] = two_norm_condition(R);
    } else {
      V inverse[ROWS];
      inverse_diagonal(R, inverse);
      const V first = inverse[0] + inverse[1] + inverse[2];
      const V second = inverse[3] + inverse[4] + inverse[5];
      if (job.length != 0) {
        answer[0] = root((turning + moving) * (first + second)) / double(ROWS);
      } else {
        answer[0] = (root(turning * first) + root(moving * second)) / double(ROWS);
        answer[1] = root(root(moving * first / (turning * second)));
      }
    }
    answer[0] = pick<V>(above(all<V>(1.0), answer[0]), all<V>(1.0), answer[0]);
    answer[0] = pick<V>(above(all<V>(WELL_KNOWN), answer[0]), answer[0], all<V>(NAN));
    Probe<V> any;
    store(answer, 2, slice, job.out, any);
    return probe.clean();
  }
};
