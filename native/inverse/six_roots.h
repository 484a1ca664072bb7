// The determinant of the twelve equations on the unit circle, and its sixteen roots; see
// rvs/engine/inverse/general6r/roots.py.

constexpr int DEGREE = 8, ROOTS = 16, SAMPLES = 24;
// as in roots.py
constexpr double NO_DETERMINANT = 1e-13, TOO_NOISY = 1e-4;

/// Sine and cosine of the sampling angles, multiples of 15 degrees.
struct Circle {
  double sine[SAMPLES], cosine[SAMPLES];
};

static const Circle& circle() {
  static const Circle table = [] {
    Circle made;
    for (int i = 0; i < SAMPLES; i++) {
      made.sine[i] = std::sin(i * (6.283185307179586477 / SAMPLES));
      made.cosine[i] = std::cos(i * (6.283185307179586477 / SAMPLES));
    }
    return made;
  }();
  return table;
}

/// One Householder step on column k, rows k to last, columns up to `width`; the new diagonal.
template <class V>
RVS_INLINE V reflect(V (&A)[12][12], int k, int last, int width) {
  V square = all<V>(0.0);
  for (int i = k; i <= last; i++) square += A[i][k] * A[i][k];
  const V norm = root(square);
  const V diagonal = pick<V>(above(A[k][k], all<V>(0.0)), -norm, norm);
  const V factor = 1.0 / (square - diagonal * A[k][k] + 1e-300);
  V v[12];
  for (int i = k; i <= last; i++) v[i] = A[i][k];
  v[k] -= diagonal;
  for (int j = k + 1; j < width; j++) {
    V w = all<V>(0.0);
    for (int i = k; i <= last; i++) w += v[i] * A[i][j];
    w *= factor;
    for (int i = k; i <= last; i++) A[i][j] -= w * v[i];
  }
  return diagonal;
}

/// Determinants at angles, one a lane.  The rows times x stand above, so that the first three
/// columns are zero below row 5; exchanging the two blocks of six leaves the sign.
RVS_INLINE Lanes determinants(const Reduced& six, Lanes sine, Lanes cosine) {
  Lanes A[12][12];
  for (int i = 0; i < SIX; i++) {
    for (int j = 0; j < 3; j++) A[i][9 + j] = A[SIX + i][j] = all<Lanes>(0.0);
    for (int j = 0; j < PRODUCTS; j++)
      A[i][j] = A[SIX + i][3 + j] =
          sine * six.part[0][i][j] + cosine * six.part[1][i][j] + six.part[2][i][j];
  }
  Lanes determinant = all<Lanes>(1.0);
  for (int k = 0; k < 3; k++) determinant *= -reflect<Lanes>(A, k, 5, 9);
  for (int k = 3; k < 11; k++) determinant *= -reflect<Lanes>(A, k, 11, 12);
  return determinant * A[11][11];
}

/// Coefficients f_0 to f_8 of the determinant, scaled to largest 1.
struct Harmonics {
  double re[DEGREE + 1], im[DEGREE + 1];
};

/// False where the determinant vanishes at every angle.
static bool find_harmonics(const Reduced& six, Harmonics& f) {
  const Circle& at = circle();
  double samples[SAMPLES];
  for (int first = 0; first < SAMPLES; first += RVS_LANES) {
    Lanes sine, cosine;
    std::memcpy(&sine, at.sine + first, sizeof sine);
    std::memcpy(&cosine, at.cosine + first, sizeof cosine);
    const Lanes value = determinants(six, sine, cosine);
    std::memcpy(samples + first, &value, sizeof value);
  }
  double size = 0, noise = 0;
  for (int k = 0; k <= SAMPLES / 2; k++) {
    double re = 0, im = 0;
    for (int i = 0; i < SAMPLES; i++) {
      re += samples[i] * at.cosine[k * i % SAMPLES];
      im -= samples[i] * at.sine[k * i % SAMPLES];
    }
    const double length = root(re * re + im * im) / SAMPLES;
    if (k > DEGREE) {
      noise = length > noise ? length : noise;
      continue;
    }
    size = length > size ? length : size;
    f.re[k] = re / SAMPLES;
    f.im[k] = im / SAMPLES;
  }
  if (!(size > NO_DETERMINANT) || noise > TOO_NOISY * size) return false;
  for (int k = 0; k <= DEGREE; k++) {
    f.re[k] /= size;
    f.im[k] /= size;
  }
  return true;
}

/// The roots z of sum f_k z^(k + 8), k from -8 to 8, all at once (Aberth 1973, Math. Comp. 27).
struct RootFinder {
  static constexpr int GROUPS = ROOTS / RVS_LANES;
  double re[2 * DEGREE + 1], im[2 * DEGREE + 1];
  Lanes x[GROUPS], y[GROUPS];

  RVS_INLINE explicit RootFinder(const Harmonics& f) {
    for (int k = 0; k <= DEGREE; k++) {
      re[DEGREE + k] = re[DEGREE - k] = f.re[k];
      im[DEGREE + k] = f.im[k];
      im[DEGREE - k] = -f.im[k];
    }
    double start_x[ROOTS], start_y[ROOTS];
    for (int i = 0; i < ROOTS; i++) {
      // off the circle and off its symmetries, or pairs would never part
      const double angle = 6.283185307179586477 * (i + 0.3) / ROOTS, radius = i % 2 ? 1.15 : 0.87;
      start_x[i] = radius * std::cos(angle);
      start_y[i] = radius * std::sin(angle);
    }
    std::memcpy(x, start_x, sizeof x);
    std::memcpy(y, start_y, sizeof y);
  }

  /// One correction of a group of roots; the largest squared step beside the root's own length.
  RVS_INLINE double improve(int group) {
    const Lanes zx = x[group], zy = y[group];
    // the polynomial and its derivative, by Horner
    Lanes px = all<Lanes>(re[ROOTS]), py = all<Lanes>(im[ROOTS]);
    Lanes dx = all<Lanes>(0.0), dy = dx;
    for (int k = ROOTS - 1; k >= 0; k--) {
      const Lanes next_dx = dx * zx - dy * zy + px, next_px = px * zx - py * zy + re[k];
      dy = dx * zy + dy * zx + py;
      py = px * zy + py * zx + im[k];
      dx = next_dx;
      px = next_px;
    }
    // Newton's step w = p / p', and the sum of 1 / (z - other)
    const Lanes over = 1.0 / (dx * dx + dy * dy + 1e-300);
    const Lanes wx = (px * dx + py * dy) * over, wy = (py * dx - px * dy) * over;
    Lanes sum_x = all<Lanes>(0.0), sum_y = sum_x;
    for (int i = 0; i < ROOTS; i++) {
      const Lanes apart_x = zx - element(x[i / RVS_LANES], i % RVS_LANES);
      const Lanes apart_y = zy - element(y[i / RVS_LANES], i % RVS_LANES);
      const Lanes square = apart_x * apart_x + apart_y * apart_y;
      // the root itself has distance 0 and adds nothing
      const Lanes inverse_square = 1.0 / pick<Lanes>(above(square, all<Lanes>(0.0)), square, all<Lanes>(1.0));
      sum_x += apart_x * inverse_square;
      sum_y -= apart_y * inverse_square;
    }
    // step w / (1 - w sum)
    const Lanes ex = 1.0 - (wx * sum_x - wy * sum_y), ey = -(wx * sum_y + wy * sum_x);
    const Lanes factor = 1.0 / (ex * ex + ey * ey + 1e-300);
    const Lanes step_x = (wx * ex + wy * ey) * factor, step_y = (wy * ex - wx * ey) * factor;
    x[group] = zx - step_x;
    y[group] = zy - step_y;
    const Lanes moved = (step_x * step_x + step_y * step_y) / (zx * zx + zy * zy + 1e-300);
    double most = 0;
    for (int lane = 0; lane < RVS_LANES; lane++) most = moved[lane] > most ? moved[lane] : most;
    return most;
  }

  RVS_INLINE void find() {
    constexpr int MOST_STEPS = 60;
    constexpr double SETTLED = 1e-24;
    for (int step = 0; step < MOST_STEPS; step++) {
      double most = 0;
      for (int group = 0; group < GROUPS; group++) {
        const double moved = improve(group);
        most = moved > most ? moved : most;
      }
      if (most < SETTLED) break;
    }
  }
};
