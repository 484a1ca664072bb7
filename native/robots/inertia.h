// The joint-space inertia matrix by composite rigid bodies (Walker and Orin 1982, method 3;
// Featherstone 2008, table 6.2), in the moving frames of links.h.

/// All links from one on as one body: first moment and inertia about the link's origin.  Its mass
/// does not depend on the posture, so the chain keeps it (`carried`).
template <class V>
struct Composite {
  Vec<V> h;
  V I[6];  // xx yy zz xy yz xz
};

template <class V>
RVS_INLINE void take_up(Composite<V>& body, const Load& load) {
  body.h = body.h + all3<V>(load.first);
  for (int k = 0; k < 6; k++) body.I[k] += load.inertia[k];
}

/// Turn an inertia by an angle about z.
template <class V>
RVS_INLINE void turn_about_z(V (&I)[6], V s, V c) {
  const V xx = I[0], yy = I[1], xy = I[3], yz = I[4], xz = I[5];
  const V cs = c * s, cc = c * c, ss = s * s, mixed = 2.0 * cs * xy;
  I[0] = cc * xx - mixed + ss * yy;
  I[1] = ss * xx + mixed + cc * yy;
  I[3] = cs * (xx - yy) + (cc - ss) * xy;
  I[4] = s * xz + c * yz;
  I[5] = c * xz - s * yz;
}

/// Turn an inertia by a constant angle about x.
template <class V>
RVS_INLINE void turn_about_x(V (&I)[6], double s, double c) {
  const V yy = I[1], zz = I[2], xy = I[3], yz = I[4], xz = I[5];
  const double cs = c * s, cc = c * c, ss = s * s;
  const V mixed = (2.0 * cs) * yz;
  I[1] = cc * yy - mixed + ss * zz;
  I[2] = ss * yy + mixed + cc * zz;
  I[4] = cs * (yy - zz) + (cc - ss) * yz;
  I[3] = c * xy - s * xz;
  I[5] = s * xy + c * xz;
}

/// Turn an inertia by any constant rotation: R I R^T, a column of I R^T at a time.
template <class V>
RVS_INLINE void turn_by(V (&I)[6], const Fixed& by) {
  const auto& R = by.turn;
  Vec<V> rows[3];
  for (int i = 0; i < 3; i++)
    rows[i] = outward_axes(by, times(I, all3<V>(R[i])));
  I[0] = rows[0].x;
  I[1] = rows[1].y;
  I[2] = rows[2].z;
  I[3] = rows[0].y;
  I[4] = rows[1].z;
  I[5] = rows[0].z;
}

/// Count a body from another origin, from which the old one is at r.
template <class V>
RVS_INLINE void count_from(Composite<V>& body, const Vec<V>& r, double mass) {
  // with k = h + m r / 2:  I += 2 (r.k) 1 - (r k^T + k r^T)
  const Vec<V> k = body.h + (0.5 * mass) * r;
  const V xx = 2.0 * r.x * k.x, yy = 2.0 * r.y * k.y, zz = 2.0 * r.z * k.z;
  body.I[0] += yy + zz;
  body.I[1] += xx + zz;
  body.I[2] += xx + yy;
  body.I[3] -= r.x * k.y + r.y * k.x;
  body.I[4] -= r.y * k.z + r.z * k.y;
  body.I[5] -= r.x * k.z + r.z * k.x;
  body.h = body.h + mass * r;
}

/// What a body on link i is on link i-1.
template <class V>
RVS_INLINE void hand_down(const Joint& joint, const Motion<V>& motion, Composite<V>& body) {
  const Fixed& ahead = joint.ahead;
  body.h = before(motion, body.h);
  turn_about_z(body.I, motion.sine, motion.cosine);
  count_from(body, arm(joint, motion), joint.carried);
  body.h = outward_axes(ahead, body.h);
  if (ahead.kind == Fixed::TWIST) turn_about_x(body.I, ahead.turn[2][1], ahead.turn[1][1]);
  if (ahead.kind == Fixed::GENERAL) turn_by(body.I, ahead);
}

/// What the body needs to follow its joint with unit acceleration.
template <class V>
RVS_INLINE Wrench<V> of_unit_motion(const Joint& joint, const Composite<V>& body) {
  Wrench<V> wrench = {zero<V>(), zero<V>()};
  if (joint.turn != 0) {
    wrench.moment = {body.I[5], body.I[4], body.I[2]};
    wrench.force = {-body.h.y, body.h.x, all<V>(0.0)};
  }
  if (joint.slide != 0) {
    wrench.moment = wrench.moment + joint.slide * Vec<V>{body.h.y, -body.h.x, all<V>(0.0)};
    wrench.force.z += joint.slide * joint.carried;
  }
  return wrench;
}

/// The symmetric matrix (n, n), motors on its diagonal.
template <class V>
RVS_INLINE void joint_inertia(const Chain& chain, Motion<V>* moved, V* matrix) {
  const int n = chain.n();
  Composite<V> body = {zero<V>(), {}};
  for (int i = n - 1; i >= 0; i--) {
    take_up(body, chain.joints[i].load);
    Wrench<V> wrench = of_unit_motion(chain.joints[i], body);
    matrix[i * n + i] = along(chain.joints[i], wrench) + chain.joints[i].drive.inertia;
    for (int j = i - 1; j >= 0; j--) {
      wrench = handed_down(chain.joints[j + 1], moved[j + 1], wrench);
      matrix[i * n + j] = matrix[j * n + i] = along(chain.joints[j], wrench);
    }
    if (i > 0) hand_down(chain.joints[i], moved[i], body);
  }
}

template <class V>
struct PerPair : Room<V, USUAL_JOINTS * USUAL_JOINTS> {
  RVS_INLINE explicit PerPair(const Chain& chain)
      : Room<V, USUAL_JOINTS * USUAL_JOINTS>(chain.n() * chain.n()) {}
};

struct JointInertia {
  template <class V>
  RVS_INLINE static bool run(const Chain& chain, const InertiaJob& job, Slice slice) {
    const int n = chain.n();
    Probe<V> probe;
    PerJoint<V> q(chain);
    PerJoint<Motion<V>> moved(chain);
    PerPair<V> matrix(chain);
    load_posture(job.q, n, slice, q.data(), probe);
    motions(chain, q.data(), moved.data());
    joint_inertia(chain, moved.data(), matrix.data());
    store(matrix.data(), n * n, slice, job.out, probe);
    return probe.clean();
  }
};
