// Rigid motions, one at a time.

RVS_INLINE void rotate(const double (&R)[3][3], const double* v, double* out) {
  for (int i = 0; i < 3; i++) out[i] = R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2];
}

RVS_INLINE void cross3(const double* a, const double* b, double* out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

RVS_INLINE double dot3(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static Rigid product(const Rigid& a, const Rigid& b) {
  Rigid c;
  for (int i = 0; i < 3; i++) {
    const double* row = a.turn[i];
    for (int j = 0; j < 3; j++)
      c.turn[i][j] = row[0] * b.turn[0][j] + row[1] * b.turn[1][j] + row[2] * b.turn[2][j];
    c.shift[i] = dot3(row, b.shift) + a.shift[i];
  }
  return c;
}

static Rigid inverse(const Rigid& a) {
  Rigid b;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) b.turn[i][j] = a.turn[j][i];
    b.shift[i] = -(a.turn[0][i] * a.shift[0] + a.turn[1][i] * a.shift[1] + a.turn[2][i] * a.shift[2]);
  }
  return b;
}

/// A turn about z, then a motion.
static Rigid turned(double sine, double cosine, const Rigid& a) {
  Rigid b = a;
  for (int j = 0; j < 3; j++) {
    b.turn[0][j] = cosine * a.turn[0][j] - sine * a.turn[1][j];
    b.turn[1][j] = sine * a.turn[0][j] + cosine * a.turn[1][j];
  }
  b.shift[0] = cosine * a.shift[0] - sine * a.shift[1];
  b.shift[1] = sine * a.shift[0] + cosine * a.shift[1];
  return b;
}

/// Sines and cosines of six angles; the joints are the lanes.
static void sincos_six(const double* u, double* sines, double* cosines) {
  for (int first = 0; first < SIX; first += RVS_LANES) {
    double angles[RVS_LANES] = {}, s[RVS_LANES], c[RVS_LANES];
    const int count = SIX - first < RVS_LANES ? SIX - first : RVS_LANES;
    for (int i = 0; i < count; i++) angles[i] = u[first + i];
    Lanes sine, cosine;
    sincos_large(same_bits<Lanes>(angles), sine, cosine);
    std::memcpy(s, &sine, sizeof sine);
    std::memcpy(c, &cosine, sizeof cosine);
    for (int i = 0; i < count; i++) {
      sines[first + i] = s[i];
      cosines[first + i] = c[i];
    }
  }
}

/// An angle in [-pi, pi].
RVS_INLINE double wrapped(double angle) {
  return angle - 6.283185307179586477 * std::nearbyint(angle * 0.159154943091895336);
}
