// The angle of a sine and a cosine, of all lanes at once.
//
// The smaller of the two over the larger is a tangent of at most 1; above tan(pi/8) the angle is
// counted from pi/4.  There Cephes' rational approximation serves (Moshier 1989, atan.c), with an
// error below 2 units in the last place.

RVS_INLINE Lanes arc_tangent(Lanes sine, Lanes cosine) {
  const Lanes zero = all<Lanes>(0.0), one = all<Lanes>(1.0);
  const Lanes s = magnitude(sine), c = magnitude(cosine);
  const LaneBits steep = above(s, c);
  const Lanes small = pick<Lanes>(steep, c, s), large = pick<Lanes>(steep, s, c);
  const LaneBits wide = above(small, 0.41421356237309503 * large);
  const Lanes t = pick<Lanes>(wide, small - large, small) /
                  pick<Lanes>(wide, small + large, pick<Lanes>(above(large, zero), large, one));
  const Lanes z = t * t;
  const Lanes p = (((-8.750608600031904122785e-1 * z - 1.615753718733365076637e1) * z -
                    7.500855792314704667340e1) * z - 1.228866684490136173410e2) * z -
                  6.485021904942025371773e1;
  const Lanes q = ((((z + 2.485846490142306297962e1) * z + 1.650270098316988542046e2) * z +
                    4.328810604912902668951e2) * z + 4.853903996359136964868e2) * z +
                  1.945506571482613964425e2;
  Lanes angle = t + t * z * p / q;
  angle = pick<Lanes>(wide, 7.85398163397448309616e-1 + angle, angle);
  angle = pick<Lanes>(steep, 1.57079632679489661923 - angle, angle);
  angle = pick<Lanes>(above(zero, cosine), 3.14159265358979323846 - angle, angle);
  return pick<Lanes>(above(zero, sine), -angle, angle);
}

/// Angles of `count` sines and cosines, a multiple of the number of lanes.
static void arc_tangents(const double* sines, const double* cosines, int count, double* angles) {
  for (int i = 0; i < count; i += RVS_LANES) {
    Lanes sine, cosine;
    std::memcpy(&sine, sines + i, sizeof sine);
    std::memcpy(&cosine, cosines + i, sizeof cosine);
    const Lanes angle = arc_tangent(sine, cosine);
    std::memcpy(angles + i, &angle, sizeof angle);
  }
}
