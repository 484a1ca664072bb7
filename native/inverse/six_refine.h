// Roots that lie close together, corrected by the matrix itself; see
// rvs/engine/inverse/general6r/roots.py.

// as in roots.py
constexpr double CORRECTED = 0.1, LARGEST_CORRECTION = 0.05, BESIDE = 1 + 3e-14;
constexpr int CORRECTIONS = 6;

struct Complex {
  double re, im;
};

RVS_INLINE Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
RVS_INLINE Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
RVS_INLINE Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }
RVS_INLINE Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
RVS_INLINE double square_of(Complex a) { return a.re * a.re + a.im * a.im; }
RVS_INLINE Complex reciprocal(Complex a) {
  const double over = 1 / square_of(a);
  return {a.re * over, -a.im * over};
}

/// The twelve equations at a complex point, and how they change with it, side by side.
struct ComplexEquations {
  Complex row[12][24];
};

static void fill(const Reduced& six, Complex z, ComplexEquations& at) {
  const Complex over = reciprocal(z), one = {1, 0}, i_half = {0, -0.5};
  const Complex factors[3] = {i_half * (z - over), 0.5 * (z + over), one};
  const Complex slopes[2] = {i_half * (one + over * over), 0.5 * (one - over * over)};
  std::memset(&at, 0, sizeof at);
  for (int i = 0; i < SIX; i++)
    for (int j = 0; j < PRODUCTS; j++) {
      Complex value = six.part[2][i][j] * one, slope = {0, 0};
      for (int k = 0; k < 2; k++) {
        value = value + six.part[k][i][j] * factors[k];
        slope = slope + six.part[k][i][j] * slopes[k];
      }
      at.row[i][3 + j] = at.row[SIX + i][j] = value;
      at.row[i][15 + j] = at.row[SIX + i][12 + j] = slope;
    }
}

/// tr(M^-1 M') by Gauss and Jordan; false where M is singular.
static bool trace_of_quotient(ComplexEquations& at, Complex& trace) {
  auto& A = at.row;
  for (int k = 0; k < 12; k++) {
    int best = k;
    for (int i = k + 1; i < 12; i++)
      if (square_of(A[i][k]) > square_of(A[best][k])) best = i;
    if (!(square_of(A[best][k]) > 0)) return false;
    for (int j = 0; j < 24; j++) std::swap(A[k][j], A[best][j]);
    const Complex over = reciprocal(A[k][k]);
    for (int j = k; j < 24; j++) A[k][j] = over * A[k][j];
    for (int i = 0; i < 12; i++) {
      if (i == k) continue;
      const Complex factor = A[i][k];
      for (int j = k; j < 24; j++) A[i][j] = A[i][j] - factor * A[k][j];
    }
  }
  trace = {0, 0};
  for (int k = 0; k < 12; k++) trace = trace + A[k][12 + k];
  return true;
}

/// One correction of one root by the method of Ehrlich and Aberth.
static void correct(const Reduced& six, Complex* z, int number) {
  const Complex at = BESIDE * z[number];
  ComplexEquations equations;
  Complex trace;
  fill(six, at, equations);
  if (!trace_of_quotient(equations, trace)) return;
  Complex sum = trace + double(DEGREE) * reciprocal(at);
  for (int i = 0; i < ROOTS; i++)
    if (i != number) sum = sum - reciprocal(at - z[i]);
  const Complex correction = reciprocal(sum);
  if (square_of(correction) < LARGEST_CORRECTION * LARGEST_CORRECTION) z[number] = at - correction;
}

/// Correct the roots near the unit circle.
static void refine(const Reduced& six, Complex* z) {
  for (int step = 0; step < CORRECTIONS; step++)
    for (int i = 0; i < ROOTS; i++)
      if (magnitude(root(square_of(z[i])) - 1) < CORRECTED) correct(six, z, i);
}
