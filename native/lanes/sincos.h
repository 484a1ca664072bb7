// Sine and cosine of all lanes at once.
//
// The angle is brought into [-pi/4, pi/4] by subtracting k pi/2 in three parts (Cody and Waite
// 1980), so that the differences stay exact; there the polynomials of FDLIBM's k_sin.c and
// k_cos.c serve (Sun Microsystems 1993).  The error is below 2.2 units in the last place.

/// Angles beyond this go to the C library: k would use up the digits of pi/2 above.
constexpr double LARGEST_ANGLE = 1e5;

template <class V>
RVS_INLINE void sincos(V angle, V& sine, V& cosine) {
  typedef typename Bits<V>::Type I;
  // adding 1.5 * 2^52 rounds to a whole number and leaves it in the lowest bits
  const double to_whole = 6755399441055744.0;
  const V shifted = angle * 0.63661977236758134308 + to_whole;
  const I quarter = same_bits<I>(shifted);
  const V k = shifted - to_whole;
  V r = angle - k * 1.57079632673412561417e+00;
  r = r - k * 6.07710050630396597660e-11;
  r = r - k * 2.02226624879595063154e-21;

  const V z = r * r;
  const V s = r + r * z *
      (-1.66666666666666324348e-01 + z *
      (8.33333333332248946124e-03 + z *
      (-1.98412698298579493134e-04 + z *
      (2.75573137070700676789e-06 + z *
      (-2.50507602534068634195e-08 + z *
      1.58969099521155010221e-10)))));
  const V c = 1.0 - 0.5 * z + z * z *
      (4.16666666666666019037e-02 + z *
      (-1.38888888888741095749e-03 + z *
      (2.48015872894767294178e-05 + z *
      (-2.75573143513906633035e-07 + z *
      (2.08757232129817482790e-09 + z *
      -1.13596475577881948265e-11)))));

  // every quarter turn swaps the two, every half turn changes signs
  const I odd = -(quarter & 1);
  const I sine_sign = (quarter & 2) << 62;
  const I cosine_sign = ((quarter + 1) & 2) << 62;
  sine = same_bits<V>(same_bits<I>(pick<V>(odd, c, s)) ^ sine_sign);
  cosine = same_bits<V>(same_bits<I>(pick<V>(odd, s, c)) ^ cosine_sign);
}

/// The same where some angle is large: only those lanes are computed otherwise, so that no lane
/// depends on its neighbours.
template <class V>
inline void sincos_large(V angle, V& sine, V& cosine) {
  double angles[lanes_of<V>()], sines[lanes_of<V>()], cosines[lanes_of<V>()];
  sincos<V>(angle, sine, cosine);
  std::memcpy(angles, &angle, sizeof angle);
  std::memcpy(sines, &sine, sizeof sine);
  std::memcpy(cosines, &cosine, sizeof cosine);
  for (std::size_t lane = 0; lane < lanes_of<V>(); lane++) {
    if (std::fabs(angles[lane]) <= LARGEST_ANGLE) continue;
    sines[lane] = std::sin(angles[lane]);
    cosines[lane] = std::cos(angles[lane]);
  }
  std::memcpy(&sine, sines, sizeof sine);
  std::memcpy(&cosine, cosines, sizeof cosine);
}
