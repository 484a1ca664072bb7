// Poses along the chain.

/// A pose by columns: the axes and the origin.
template <class V>
struct Pose {
  Vec<V> x, y, z, p;
};

template <class V>
RVS_INLINE Vec<V> turned(const Pose<V>& pose, const double (&v)[3]) {
  return v[0] * pose.x + v[1] * pose.y + v[2] * pose.z;
}

template <class V>
RVS_INLINE Pose<V> start(const Fixed& fixed) {
  const auto& R = fixed.turn;
  return {{all<V>(R[0][0]), all<V>(R[1][0]), all<V>(R[2][0])},
          {all<V>(R[0][1]), all<V>(R[1][1]), all<V>(R[2][1])},
          {all<V>(R[0][2]), all<V>(R[1][2]), all<V>(R[2][2])},
          all3<V>(fixed.shift)};
}

/// Go on by a constant pose.
template <class V>
RVS_INLINE void advance(Pose<V>& pose, const Fixed& by) {
  const auto& R = by.turn;
  if (by.kind == Fixed::IDENTITY) return;
  if (by.kind == Fixed::TWIST) {
    const Vec<V> y = pose.y;
    pose.p = pose.p + by.shift[0] * pose.x;
    pose.y = R[1][1] * y + R[2][1] * pose.z;
    pose.z = R[2][2] * pose.z + R[1][2] * y;
    return;
  }
  const Pose<V> from = pose;
  pose.p = from.p + turned(from, by.shift);
  pose.x = R[0][0] * from.x + R[1][0] * from.y + R[2][0] * from.z;
  pose.y = R[0][1] * from.x + R[1][1] * from.y + R[2][1] * from.z;
  pose.z = R[0][2] * from.x + R[1][2] * from.y + R[2][2] * from.z;
}

/// What a joint does: turn about z, slide along z.
template <class V>
struct Motion {
  V sine, cosine, distance;
};

template <class V>
RVS_INLINE void advance(Pose<V>& pose, const Motion<V>& by) {
  const Vec<V> x = pose.x;
  pose.p = pose.p + scaled(by.distance, pose.z);
  pose.x = scaled(by.cosine, x) + scaled(by.sine, pose.y);
  pose.y = scaled(by.cosine, pose.y) - scaled(by.sine, x);
}

/// The motions of all joints of a batch; each lane is a posture.
RVS_INLINE void motions(const Chain& chain, const Lanes* q, Motion<Lanes>* into) {
  for (int i = 0; i < chain.n(); i++) {
    const Joint& joint = chain.joints[i];
    Motion<Lanes>& motion = into[i];
    motion.distance = joint.slide * q[i] + joint.distance0;
    if (joint.turn == 0) {
      motion.sine = all<Lanes>(joint.sine0);
      motion.cosine = all<Lanes>(joint.cosine0);
      continue;
    }
    const Lanes angle = joint.turn * q[i] + joint.angle0;
    if (all_within(angle, LARGEST_ANGLE))
      sincos(angle, motion.sine, motion.cosine);
    else
      sincos_large(angle, motion.sine, motion.cosine);
  }
}

/// The motions of one posture; here the joints are the lanes.
RVS_INLINE void motions(const Chain& chain, const double* q, Motion<double>* into) {
  const int n = chain.n();
  for (int first = 0; first < n; first += RVS_LANES) {
    double angles[RVS_LANES] = {}, sines[RVS_LANES], cosines[RVS_LANES];
    const int count = n - first < RVS_LANES ? n - first : RVS_LANES;
    for (int i = 0; i < count; i++) {
      const Joint& joint = chain.joints[first + i];
      angles[i] = joint.turn * q[first + i] + joint.angle0;
      into[first + i].distance = joint.slide * q[first + i] + joint.distance0;
    }
    const Lanes angle = same_bits<Lanes>(angles);
    Lanes sine, cosine;
    if (all_within(angle, LARGEST_ANGLE))
      sincos(angle, sine, cosine);
    else
      sincos_large(angle, sine, cosine);
    std::memcpy(sines, &sine, sizeof sine);
    std::memcpy(cosines, &cosine, sizeof cosine);
    for (int i = 0; i < count; i++) {
      into[first + i].sine = sines[i];
      into[first + i].cosine = cosines[i];
    }
  }
}

/// A pose as the twelve numbers of its upper rows and the last row.
template <class V>
RVS_INLINE void rows_of(const Pose<V>& pose, V* into) {
  const V zero = all<V>(0.0), one = all<V>(1.0);
  const V rows[16] = {pose.x.x, pose.y.x, pose.z.x, pose.p.x,
                      pose.x.y, pose.y.y, pose.z.y, pose.p.y,
                      pose.x.z, pose.y.z, pose.z.z, pose.p.z,
                      zero, zero, zero, one};
  for (int i = 0; i < 16; i++) into[i] = rows[i];
}
