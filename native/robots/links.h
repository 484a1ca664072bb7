// Vectors and wrenches handed from link to link.
//
// The dynamics work in the frame that moves with each joint, its axis as z (Craig 6.5).  From link
// i-1 to link i lead the constant turn `ahead`, then the joint's own turn about z; the origin of
// link i is at `arm`, counted in the axes between the two turns.

/// A vector of link i-1 in the axes ahead of the joint's motion.
template <class V>
RVS_INLINE Vec<V> inward_axes(const Fixed& ahead, const Vec<V>& v) {
  const auto& R = ahead.turn;
  if (ahead.kind == Fixed::IDENTITY) return v;
  if (ahead.kind == Fixed::TWIST)
    return {v.x, R[1][1] * v.y + R[2][1] * v.z, R[1][2] * v.y + R[2][2] * v.z};
  return {R[0][0] * v.x + R[1][0] * v.y + R[2][0] * v.z,
          R[0][1] * v.x + R[1][1] * v.y + R[2][1] * v.z,
          R[0][2] * v.x + R[1][2] * v.y + R[2][2] * v.z};
}

/// The way back: a vector in the axes ahead of the motion in those of link i-1.
template <class V>
RVS_INLINE Vec<V> outward_axes(const Fixed& ahead, const Vec<V>& v) {
  const auto& R = ahead.turn;
  if (ahead.kind == Fixed::IDENTITY) return v;
  if (ahead.kind == Fixed::TWIST)
    return {v.x, R[1][1] * v.y + R[1][2] * v.z, R[2][1] * v.y + R[2][2] * v.z};
  return {R[0][0] * v.x + R[0][1] * v.y + R[0][2] * v.z,
          R[1][0] * v.x + R[1][1] * v.y + R[1][2] * v.z,
          R[2][0] * v.x + R[2][1] * v.y + R[2][2] * v.z};
}

/// A vector in the axes ahead of a motion in those behind it, and the way back.
template <class V>
RVS_INLINE Vec<V> behind(const Motion<V>& motion, const Vec<V>& v) {
  return {motion.cosine * v.x + motion.sine * v.y, motion.cosine * v.y - motion.sine * v.x, v.z};
}

template <class V>
RVS_INLINE Vec<V> before(const Motion<V>& motion, const Vec<V>& v) {
  return {motion.cosine * v.x - motion.sine * v.y, motion.sine * v.x + motion.cosine * v.y, v.z};
}

/// From the origin of link i-1 to that of link i, in the axes ahead of the motion.
template <class V>
RVS_INLINE Vec<V> arm(const Joint& joint, const Motion<V>& motion) {
  const double(&back)[3] = joint.ahead.back;
  return {all<V>(back[0]), all<V>(back[1]), back[2] + motion.distance};
}

/// A moment about the origin of a link and a force, in the link's axes.
template <class V>
struct Wrench {
  Vec<V> moment, force;
};

/// What a wrench on link i is on link i-1.
template <class V>
RVS_INLINE Wrench<V> handed_down(const Joint& joint, const Motion<V>& motion,
                                 const Wrench<V>& wrench) {
  const Vec<V> force = before(motion, wrench.force);
  const Vec<V> moment = before(motion, wrench.moment) + cross(arm(joint, motion), force);
  return {outward_axes(joint.ahead, moment), outward_axes(joint.ahead, force)};
}

/// The part of a wrench that the joint itself has to bring up.
template <class V>
RVS_INLINE V along(const Joint& joint, const Wrench<V>& wrench) {
  if (joint.slide == 0) return wrench.moment.z;
  if (joint.turn == 0) return joint.slide * wrench.force.z;
  return wrench.moment.z + joint.slide * wrench.force.z;
}

/// An inertia tensor, xx yy zz xy yz xz, times a vector.
template <class V, class N>
RVS_INLINE Vec<V> times(const N (&I)[6], const Vec<V>& v) {
  return {I[0] * v.x + I[3] * v.y + I[5] * v.z,
          I[3] * v.x + I[1] * v.y + I[4] * v.z,
          I[5] * v.x + I[4] * v.y + I[2] * v.z};
}
