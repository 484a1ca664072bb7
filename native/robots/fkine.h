// Forward kinematics: poses along the chain, from the base to the tool.

struct Fkine {
  template <class V>
  RVS_INLINE static bool run(const Chain& chain, const PoseJob& job, Slice slice) {
    Probe<V> probe;
    PerJoint<V> q(chain);
    PerJoint<Motion<V>> moved(chain);
    load_posture(job.q, chain.n(), slice, q.data(), probe);
    motions(chain, q.data(), moved.data());
    Pose<V> pose = start<V>(chain.base);
    for (int i = 0; i < chain.n(); i++) {
      advance(pose, chain.joints[i].ahead);
      advance(pose, moved[i]);
    }
    advance(pose, chain.end);
    V rows[16];
    rows_of(pose, rows);
    store(rows, 16, slice, job.out, probe);
    return probe.clean();
  }
};

struct Frames {
  template <class V>
  RVS_INLINE static bool run(const Chain& chain, const PoseJob& job, Slice slice) {
    const int n = chain.n();
    Probe<V> probe;
    PerJoint<V> q(chain);
    PerJoint<Motion<V>> moved(chain);
    Room<V, 16 * (USUAL_JOINTS + 1)> rows(16 * (n + 1));
    load_posture(job.q, n, slice, q.data(), probe);
    motions(chain, q.data(), moved.data());
    Pose<V> pose = start<V>(chain.base);
    rows_of(pose, rows.data());
    for (int i = 0; i < n; i++) {
      advance(pose, chain.joints[i].lead);
      advance(pose, moved[i]);
      advance(pose, chain.joints[i].trail);
      rows_of(pose, rows.data() + 16 * (i + 1));
    }
    store(rows.data(), 16 * (n + 1), slice, job.out, probe);
    return probe.clean();
  }
};
