// Forward dynamics: M(q) qdd = tau - (torques at qdd = 0), solved by M = L D L^T.

/// The reference refuses a matrix whose smallest eigenvalue, of unit diagonal, is below 1e-13.
/// Here it has to be surely above; what is doubtful is left to the reference.
constexpr double SURELY_REGULAR = 1e-12;

/// Factor a symmetric matrix (n, n) in place, L below the diagonal and D on it.  Returns the
/// product of the pivots of the matrix of unit diagonal; `least` is their least.
template <class V>
RVS_INLINE V factor(V* A, int n, V* work, V& least) {
  V product = all<V>(1.0);
  least = product;
  for (int j = 0; j < n; j++) {
    V pivot = A[j * n + j];
    for (int k = 0; k < j; k++) {
      work[k] = A[j * n + k] * A[k * n + k];
      pivot -= A[j * n + k] * work[k];
    }
    const V ratio = pivot / A[j * n + j];
    product *= ratio;
    least = pick<V>(above(least, ratio), ratio, least);
    A[j * n + j] = pivot;
    const V inverse = 1.0 / pivot;
    for (int i = j + 1; i < n; i++) {
      V sum = A[i * n + j];
      for (int k = 0; k < j; k++) sum -= A[i * n + k] * work[k];
      A[i * n + j] = sum * inverse;
    }
  }
  return product;
}

template <class V>
RVS_INLINE void solve(const V* A, int n, V* b) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) b[i] -= A[i * n + k] * b[k];
  for (int i = n - 1; i >= 0; i--) {
    b[i] = b[i] / A[i * n + i];
    for (int k = i + 1; k < n; k++) b[i] -= A[k * n + i] * b[k];
  }
}

/// The sum of the inverse eigenvalues of the matrix of unit diagonal: its smallest eigenvalue is
/// above one part of this.  Takes the factors and the matrix's own diagonal.
template <class V>
inline V inverse_trace(const V* A, const V* diagonal, int n, V* work) {
  V trace = all<V>(0.0);
  for (int column = 0; column < n; column++) {
    // a column of L^-1, from its diagonal down
    for (int i = column; i < n; i++) {
      work[i] = all<V>(i == column ? 1.0 : 0.0);
      for (int k = column; k < i; k++) work[i] -= A[i * n + k] * work[k];
      trace += diagonal[column] * work[i] * work[i] / A[i * n + i];
    }
  }
  return trace;
}

/// Solve M x = b in place; false where M may be singular.
template <class V>
RVS_INLINE bool solve_inertia(const Chain& chain, V* M, int n, V* b) {
  PerJoint<V> diagonal(chain), work(chain);
  for (int i = 0; i < n; i++) diagonal[i] = M[i * n + i];
  V least;
  const V product = factor(M, n, work.data(), least);
  // eigenvalues sum up to n, so the least is above product / e: the rest is below e
  bool regular = all_above(least, 0.0) && all_above(product, 3.0 * SURELY_REGULAR);
  if (!regular && all_above(least, 0.0))
    regular = all_within(inverse_trace(M, diagonal.data(), n, work.data()), 1.0 / SURELY_REGULAR);
  solve(M, n, b);
  return regular;
}

/// Take the rows and columns of joints that move out of a matrix, in place.
template <class V>
RVS_INLINE void moving_part(const Chain& chain, V* matrix, V* vector) {
  const int n = chain.n(), count = int(chain.moving.size());
  for (int i = 0; i < count; i++) {
    vector[i] = vector[chain.moving[i]];
    for (int j = 0; j < count; j++)
      matrix[i * count + j] = matrix[chain.moving[i] * n + chain.moving[j]];
  }
}

/// Put the results of moving joints in their places; held joints do not accelerate.
template <class V>
RVS_INLINE void all_joints(const Chain& chain, V* vector) {
  int from = int(chain.moving.size());
  for (int i = chain.n() - 1; i >= 0; i--)
    vector[i] = chain.joints[i].locked ? all<V>(0.0) : vector[--from];
}

struct Acceleration {
  template <class V>
  RVS_INLINE static bool run(const Chain& chain, const DynamicsJob& job, Slice slice) {
    const int n = chain.n();
    Probe<V> probe;
    PerJoint<V> q(chain), qd(chain), rest(chain), tau(chain), bias(chain);
    PerJoint<Motion<V>> moved(chain);
    PerPair<V> matrix(chain);
    V wrench[6];
    load_posture(job.q, n, slice, q.data(), probe);
    load(job.qd, n, slice, qd.data(), probe);
    load(job.last, n, slice, tau.data(), probe);
    const V* pressed = load_wrench(job, slice, wrench, probe);
    motions(chain, q.data(), moved.data());
    for (int i = 0; i < n; i++) {
      rest[i] = all<V>(0.0);
      if (chain.joints[i].locked) qd[i] = rest[i];
    }
    link_torques(chain, moved.data(), qd.data(), rest.data(), job.gravity, pressed, bias.data());
    for (int i = 0; i < n; i++) {
      tau[i] -= bias[i];
      if (job.friction) tau[i] -= friction(chain.joints[i].drive, qd[i]);
    }
    joint_inertia(chain, moved.data(), matrix.data());
    if (!chain.all_move()) moving_part(chain, matrix.data(), tau.data());
    const bool regular =
        solve_inertia(chain, matrix.data(), int(chain.moving.size()), tau.data());
    if (!chain.all_move()) all_joints(chain, tau.data());
    store(tau.data(), n, slice, job.out, probe);
    return regular && probe.clean();
  }
};
