// The Jacobian: the twist of a point per unit speed of each joint (Whitney 1972).

/// Where the axes of the joints are, and the poses that a Jacobian may be asked about.
template <class V>
struct Axes {
  PerJoint<Vec<V>> z, p;
  Vec<V> point;
  Pose<V> frame;

  RVS_INLINE explicit Axes(const Chain& chain) : z(chain), p(chain) {}
};

template <class V>
RVS_INLINE void find_axes(const Chain& chain, const JacobianJob& job, Motion<V>* moved,
                          Axes<V>& axes) {
  Pose<V> pose = start<V>(chain.base);
  axes.frame = pose;
  for (int i = 0; i < chain.n(); i++) {
    advance(pose, chain.joints[i].ahead);
    axes.z[i] = pose.z;
    axes.p[i] = pose.p;
    advance(pose, moved[i]);
    if (i + 1 != job.link && i + 1 != job.axes) continue;
    Pose<V> frame = pose;
    advance(frame, chain.joints[i].trail);
    if (i + 1 == job.link) axes.point = frame.p;
    if (i + 1 == job.axes) axes.frame = frame;
  }
  advance(pose, chain.end);
  if (job.axes == JacobianJob::TOOL) axes.frame = pose;
  if (job.space) axes.point = zero<V>();
  else if (job.link == 0) axes.point = pose.p;
}

template <class V>
RVS_INLINE Vec<V> in_axes(const Pose<V>& frame, const Vec<V>& v) {
  return {dot(frame.x, v), dot(frame.y, v), dot(frame.z, v)};
}

/// Put [w, v] into column `at` of a matrix with `count` columns.
template <class V>
RVS_INLINE void put_column(const Vec<V>& w, const Vec<V>& v, int at, int count, V* into) {
  const V rows[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
  for (int i = 0; i < 6; i++) into[i * count + at] = rows[i];
}

/// All columns (6, columns) by rows; those of locked joints and of joints behind the link are 0.
template <class V>
RVS_INLINE void columns(const Chain& chain, const JacobianJob& job, Axes<V>& axes, V* into) {
  const int count = job.active ? int(chain.moving.size()) : chain.n();
  const int last = job.link ? job.link : chain.n();
  for (int i = 0, at = 0; i < chain.n(); i++) {
    const Joint& joint = chain.joints[i];
    if (job.active && joint.locked) continue;
    Vec<V> w = zero<V>(), v = zero<V>();
    if (i < last && !joint.locked) {
      if (joint.turn != 0) {
        w = axes.z[i];
        v = cross(w, axes.point - axes.p[i]);
      }
      if (joint.slide != 0) v = v + joint.slide * axes.z[i];
      if (job.axes != JacobianJob::WORLD) {
        w = in_axes(axes.frame, w);
        v = in_axes(axes.frame, v);
      }
    }
    put_column(w, v, at++, count, into);
  }
}

struct Jacobian {
  template <class V>
  RVS_INLINE static bool run(const Chain& chain, const JacobianJob& job, Slice slice) {
    const int n = chain.n();
    Probe<V> probe;
    PerJoint<V> q(chain);
    PerJoint<Motion<V>> moved(chain);
    Axes<V> axes(chain);
    Room<V, 6 * USUAL_JOINTS> matrix(6 * n);
    load_posture(job.q, n, slice, q.data(), probe);
    motions(chain, q.data(), moved.data());
    find_axes(chain, job, moved.data(), axes);
    columns(chain, job, axes, matrix.data());
    const int count = job.active ? int(chain.moving.size()) : n;
    store(matrix.data(), 6 * count, slice, job.out, probe);
    return probe.clean();
  }
};
