// Inverse dynamics by the recursive Newton-Euler method (Luh, Walker and Paul 1980), in the moving
// frames of links.h.  Masses come as first moments and inertias about the frame's origin, so forces
// are those of the spatial form (Featherstone 2008, eq. 2.63).

/// How a link moves: angular velocity and acceleration, acceleration of its origin.
template <class V>
struct LinkMotion {
  Vec<V> w, wd, vd;
};

/// The base at rest; gravity comes in as an acceleration the other way.
template <class V>
RVS_INLINE LinkMotion<V> resting(const Chain& chain, const double (&gravity)[3]) {
  const Vec<V> up = {all<V>(-gravity[0]), all<V>(-gravity[1]), all<V>(-gravity[2])};
  return {zero<V>(), zero<V>(), inward_axes(chain.base, up)};
}

/// From the motion of link i-1 to that of link i.
template <class V>
RVS_INLINE void hand_on(const Joint& joint, const Motion<V>& motion, V qd, V qdd,
                        LinkMotion<V>& link) {
  const Vec<V> w = inward_axes(joint.ahead, link.w);
  const Vec<V> wd = inward_axes(joint.ahead, link.wd);
  const Vec<V> r = arm(joint, motion);
  Vec<V> vd = inward_axes(joint.ahead, link.vd) + cross(wd, r) + cross(w, cross(w, r));
  if (joint.slide != 0) {
    const V rate = joint.slide * qd;
    vd = vd + Vec<V>{2.0 * w.y * rate, -2.0 * w.x * rate, joint.slide * qdd};
  }
  link.w = behind(motion, w);
  link.wd = behind(motion, wd);
  link.vd = behind(motion, vd);
  if (joint.turn != 0) {
    link.wd = link.wd + Vec<V>{link.w.y * qd, -link.w.x * qd, qdd};
    link.w.z += qd;
  }
}

/// The force and the moment that a link's motion needs: Newton's and Euler's equations.
template <class V>
RVS_INLINE Wrench<V> needed(const Load& load, const LinkMotion<V>& link) {
  const Vec<V> h = all3<V>(load.first);
  const Vec<V> force =
      load.mass * link.vd + cross(link.wd, h) + cross(link.w, cross(link.w, h));
  const Vec<V> moment = times(load.inertia, link.wd) +
                        cross(link.w, times(load.inertia, link.w)) + cross(h, link.vd);
  return {moment, force};
}

/// What the world exerts on the last link against a wrench [n, f] in the tool frame.
template <class V>
RVS_INLINE Wrench<V> at_last_link(const Chain& chain, const V* wrench) {
  const Vec<V> force = outward_axes(chain.end, Vec<V>{wrench[3], wrench[4], wrench[5]});
  const Vec<V> moment = outward_axes(chain.end, Vec<V>{wrench[0], wrench[1], wrench[2]});
  return {moment + cross(all3<V>(chain.end.shift), force), force};
}

template <class V>
RVS_INLINE V friction(const Drive& drive, V qd) {
  const V still = all<V>(0.0);
  const V dry = pick<V>(above(qd, still), all<V>(drive.forward),
                        pick<V>(above(still, qd), all<V>(drive.backward), still));
  return drive.viscous * qd + dry;
}

/// Torques of a motion, of links and wrench (null: none) alone.
template <class V>
RVS_INLINE void link_torques(const Chain& chain, Motion<V>* moved, const V* qd, const V* qdd,
                             const double (&gravity)[3], const V* wrench, V* tau) {
  const int n = chain.n();
  PerJoint<Wrench<V>> needs(chain);
  LinkMotion<V> link = resting<V>(chain, gravity);
  for (int i = 0; i < n; i++) {
    hand_on(chain.joints[i], moved[i], qd[i], qdd[i], link);
    needs[i] = needed(chain.joints[i].load, link);
  }
  Wrench<V> total = {zero<V>(), zero<V>()};
  if (wrench) total = at_last_link(chain, wrench);
  for (int i = n - 1; i >= 0; i--) {
    total.moment = total.moment + needs[i].moment;
    total.force = total.force + needs[i].force;
    tau[i] = along(chain.joints[i], total);
    if (i > 0) total = handed_down(chain.joints[i], moved[i], total);
  }
}

/// The wrench of a job for each row; null where there is none.
template <class V>
RVS_INLINE const V* load_wrench(const DynamicsJob& job, Slice slice, V (&into)[6],
                                Probe<V>& probe) {
  if (!job.wrench.data) return nullptr;
  load(job.wrench, 6, slice, into, probe);
  return into;
}

struct NewtonEuler {
  template <class V>
  RVS_INLINE static bool run(const Chain& chain, const DynamicsJob& job, Slice slice) {
    const int n = chain.n();
    Probe<V> probe;
    PerJoint<V> q(chain), qd(chain), qdd(chain), tau(chain);
    PerJoint<Motion<V>> moved(chain);
    V wrench[6];
    load_posture(job.q, n, slice, q.data(), probe);
    load(job.qd, n, slice, qd.data(), probe);
    load(job.last, n, slice, qdd.data(), probe);
    const V* pressed = load_wrench(job, slice, wrench, probe);
    motions(chain, q.data(), moved.data());
    link_torques(chain, moved.data(), qd.data(), qdd.data(), job.gravity, pressed, tau.data());
    for (int i = 0; i < n; i++) {
      const Drive& drive = chain.joints[i].drive;
      if (job.motor) tau[i] += drive.inertia * qdd[i];
      if (job.friction) tau[i] += friction(drive, qd[i]);
    }
    store(tau.data(), n, slice, job.out, probe);
    return probe.clean();
  }
};
