// One posture for a pose by damped least squares (Levenberg and Marquardt; the damping by the error
// itself after Sugihara 2011), as rvs/engine/inverse/search.py describes it: from the posture given,
// then from random ones, first freely and then within the limits.

/// Scaled errors and Jacobian of a posture; A is (6, n) by rows.
struct Linearized {
  PerJoint<Motion<double>> moved;
  Axes<double> axes;
  Room<double, 6 * USUAL_JOINTS> A;
  double error[6];   // rotation vector, then position, towards the target
  double size;       // norm of the scaled error
  double residual;   // norm in rad and m of the errors that count

  RVS_INLINE explicit Linearized(const Chain& chain) : moved(chain), axes(chain), A(6 * chain.n()) {}
};

/// The rotation vector of R = wanted * now^T; exact also at half turns.
RVS_INLINE Vec<double> rotation_vector(const double* wanted, const Pose<double>& now) {
  double R[3][3];
  const Vec<double> rows[3] = {{now.x.x, now.y.x, now.z.x},
                               {now.x.y, now.y.y, now.z.y},
                               {now.x.z, now.y.z, now.z.z}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      R[i][j] = wanted[4 * i] * rows[j].x + wanted[4 * i + 1] * rows[j].y +
                wanted[4 * i + 2] * rows[j].z;
  const Vec<double> v = {0.5 * (R[2][1] - R[1][2]), 0.5 * (R[0][2] - R[2][0]),
                         0.5 * (R[1][0] - R[0][1])};
  const double sine = root(dot(v, v)), cosine = 0.5 * (R[0][0] + R[1][1] + R[2][2] - 1.0);
  if (sine < 1e-9 && cosine > 0) return v;
  const double angle = std::atan2(sine, cosine);
  if (sine > 1e-5 || cosine > 0) return (angle / sine) * v;
  // near a half turn the symmetric part has the axis: R + R^T = 2 cos + 2 (1 - cos) a a^T
  int i = R[0][0] > R[1][1] ? 0 : 1;
  if (R[2][2] > R[i][i]) i = 2;
  double column[3];
  for (int j = 0; j < 3; j++) column[j] = 0.5 * (R[i][j] + R[j][i]);
  column[i] -= cosine;
  Vec<double> axis = {column[0], column[1], column[2]};
  axis = (1.0 / root(dot(axis, axis))) * axis;
  return (dot(axis, v) < 0 ? -angle : angle) * axis;
}

/// Errors at a posture, and the Jacobian if it is wanted.
RVS_INLINE void linearize(const Chain& chain, const SearchJob& job, const double* target,
                          const double* q, bool jacobian, Linearized& at) {
  motions(chain, q, at.moved.data());
  JacobianJob asked{};
  // the target is one for the frame of a link or for the tool: its pose is what is asked as axes
  asked.link = job.link;
  asked.axes = job.link ? job.link : JacobianJob::TOOL;
  find_axes(chain, asked, at.moved.data(), at.axes);
  const Vec<double> turn = rotation_vector(target, at.axes.frame);
  const Vec<double>& p = at.axes.point;
  const double error[6] = {turn.x, turn.y, turn.z, target[3] - p.x, target[7] - p.y,
                           target[11] - p.z};
  double scaled = 0, plain = 0;
  for (int i = 0; i < 6; i++) {
    at.error[i] = job.scale[i] * error[i];
    scaled += at.error[i] * at.error[i];
    if (job.scale[i] != 0) plain += error[i] * error[i];
  }
  at.size = root(scaled);
  at.residual = root(plain);
  if (!jacobian) return;
  asked.axes = JacobianJob::WORLD;
  columns(chain, asked, at.axes, at.A.data());
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < chain.n(); j++) at.A[i * chain.n() + j] *= job.scale[i];
}

/// Solve (A^T A + damping) dq = A^T e for the free joints; others get 0.
RVS_INLINE void damped_step(const Chain& chain, const SearchJob& job, Linearized& at,
                            const bool* free, double* dq) {
  const int n = chain.n();
  PerPair<double> normal(chain);
  PerJoint<double> work(chain);
  PerJoint<int> index(chain);
  int count = 0;
  for (int j = 0; j < n; j++) {
    dq[j] = 0;
    if (free[j]) index[count++] = j;
  }
  const double damping = job.damping * at.size * at.size + 1e-15;
  PerJoint<double> b(chain);
  for (int i = 0; i < count; i++) {
    const double* left = at.A.data() + index[i];
    b[i] = 0;
    for (int k = 0; k < 6; k++) b[i] += left[k * n] * at.error[k];
    for (int j = 0; j <= i; j++) {
      const double* right = at.A.data() + index[j];
      double sum = 0;
      for (int k = 0; k < 6; k++) sum += left[k * n] * right[k * n];
      normal[i * count + j] = sum;
    }
    normal[i * count + i] += damping;
  }
  double least;
  factor(normal.data(), count, work.data(), least);
  solve(normal.data(), count, b.data());
  for (int i = 0; i < count; i++) dq[index[i]] = b[i];
}

/// What one search keeps between its steps.
struct Searcher {
  const Chain& chain;
  const SearchJob& job;
  const double* target;
  Linearized at;
  PerJoint<double> dq, best;
  PerJoint<bool> free;
  int steps = 0;

  RVS_INLINE Searcher(const Chain& c, const SearchJob& j, const double* t)
      : chain(c), job(j), target(t), at(c), dq(c), best(c), free(c) {}

  inline void descend(double* q, bool bounded);
  RVS_INLINE void find_free(const double* q, bool bounded);
  RVS_INLINE double fold_angle(double angle, double near, int i) const;
  RVS_INLINE void fold(double* q, const double* near) const;
  RVS_INLINE bool beyond(const double* q) const;
};

RVS_INLINE double clipped(double x, double lower, double upper) {
  return x < lower ? lower : x > upper ? upper : x;
}

/// Which joints may move: a joint at a limit only away from it.
RVS_INLINE void Searcher::find_free(const double* q, bool bounded) {
  const int n = chain.n();
  for (int j = 0; j < n; j++) {
    free[j] = job.moving[j];
    if (!free[j] || !bounded) continue;
    double downhill = 0;
    for (int k = 0; k < 6; k++) downhill += at.A[k * n + j] * at.error[k];
    const bool pressed = (q[j] <= job.lower[j] && downhill < 0) ||
                         (q[j] >= job.upper[j] && downhill > 0);
    free[j] = !pressed;
  }
}

/// Step until the error vanishes or does not shrink; q becomes the best posture met.
inline void Searcher::descend(double* q, bool bounded) {
  const int n = chain.n();
  const std::size_t row = sizeof(double) * std::size_t(n);
  double least = HUGE_VAL, milestone = HUGE_VAL;
  if (bounded)
    for (int j = 0; j < n; j++)
      if (job.moving[j]) q[j] = clipped(q[j], job.lower[j], job.upper[j]);
  std::memcpy(best.data(), q, row);
  for (int step = 0; step < job.iterations; step++) {
    linearize(chain, job, target, q, true, at);
    const bool polished = at.size > 0.5 * least && least < job.tolerance;
    if (at.size < least) {
      least = at.size;
      std::memcpy(best.data(), q, row);
    }
    if (polished || at.size == 0) break;
    if (step % job.patience == job.patience - 1) {
      // a descent this slow ends in a place that is no solution
      if (least > 0.5 * milestone) break;
      milestone = least;
    }
    steps++;
    find_free(q, bounded);
    damped_step(chain, job, at, free.data(), dq.data());
    double longest = 0;
    for (int j = 0; j < n; j++) {
      const double size = std::fabs(dq[j]);
      longest = size > longest ? size : longest;
      q[j] += dq[j];
      if (bounded && job.moving[j]) q[j] = clipped(q[j], job.lower[j], job.upper[j]);
    }
    if (!(longest >= job.no_step)) break;
  }
  std::memcpy(q, best.data(), row);
}

/// An angle in (-pi, pi], or that copy of it which lies within the limits and near another angle.
RVS_INLINE double Searcher::fold_angle(double angle, double near, int i) const {
  const double pi = 3.14159265358979323846, turn = 2 * pi;
  const double principal = pi - ((pi - angle) - turn * std::floor((pi - angle) / turn));
  if (!job.limits) return principal;
  const double lower = job.lower[i] - job.at_limit, upper = job.upper[i] + job.at_limit;
  if (lower <= principal && principal <= upper) return principal;
  double copy = principal + turn * std::nearbyint((near - principal) / turn);
  if (copy < lower) copy += turn * std::ceil((lower - copy) / turn);
  else if (copy > upper) copy -= turn * std::ceil((copy - upper) / turn);
  return lower <= copy && copy <= upper ? copy : principal;
}

RVS_INLINE void Searcher::fold(double* q, const double* near) const {
  for (int i = 0; i < chain.n(); i++) {
    if (!job.moving[i]) continue;
    const Joint& joint = chain.joints[i];
    if (joint.turn != 0 && joint.slide == 0) q[i] = fold_angle(q[i], near[i], i);
    if (!job.limits) continue;
    const double inside = clipped(q[i], job.lower[i], job.upper[i]);
    if (std::fabs(inside - q[i]) < job.at_limit) q[i] = inside;
  }
}

RVS_INLINE bool Searcher::beyond(const double* q) const {
  if (!job.limits) return false;
  bool out = false;
  for (int i = 0; i < chain.n(); i++)
    out |= job.moving[i] && (q[i] < job.lower[i] || q[i] > job.upper[i]);
  return out;
}

/// Random numbers in [0, 1), the same for every search (splitmix64, Steele et al. 2014).
struct Random {
  std::uint64_t state = 0;
  RVS_INLINE double next() {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return double((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
};

/// Search for one pose.  `q` is where to start, and becomes the posture found or the nearest one.
inline bool search_one(const Chain& chain, const SearchJob& job, const double* target, double* q,
                       SearchResult& result) {
  const std::size_t row = sizeof(double) * std::size_t(chain.n());
  Searcher searcher(chain, job, target);
  PerJoint<double> start(chain), tried(chain);
  std::memcpy(start.data(), q, row);
  Random random;
  result = {HUGE_VAL, 0, false};
  for (int attempt = 0; attempt < job.attempts; attempt++) {
    for (int j = 0; j < chain.n(); j++) {
      tried[j] = start[j];
      if (attempt > 0 && job.moving[j])
        tried[j] = job.from[j] + (job.to[j] - job.from[j]) * random.next();
    }
    for (const bool bounded : {false, true}) {
      searcher.descend(tried.data(), bounded);
      searcher.fold(tried.data(), start.data());
      linearize(chain, job, target, tried.data(), false, searcher.at);
      const bool beyond = searcher.beyond(tried.data());
      const bool reached = searcher.at.size < job.tolerance;
      result.steps = searcher.steps;
      if (reached && beyond && !result.blocked) {
        result.blocked = true;
        std::memcpy(job.blocked, tried.data(), row);
      } else if (!(reached && beyond) && (reached || searcher.at.residual < result.residual)) {
        result.residual = searcher.at.residual;
        std::memcpy(q, tried.data(), row);
      }
      if (reached && !beyond) return true;
      if (!beyond) break;
    }
  }
  return false;
}

/// Search for poses one after the other, each from the answer before, up to the first that is not
/// reached.  Returns how many were.
inline std::size_t search_many(const Chain& chain, const SearchJob& job) {
  const std::size_t n = std::size_t(chain.n());
  const double* start = job.start;
  for (std::size_t i = 0; i < job.count; i++) {
    double* q = job.q + i * n;
    std::memcpy(q, start, sizeof(double) * n);
    SearchResult result;
    const bool found = search_one(chain, job, job.targets + 16 * i, q, result);
    job.results[i] = result;
    if (!found) return i;
    start = q;
  }
  return job.count;
}
