// From a root of the determinant to all six angles; see
// rvs/engine/inverse/general6r/roots.py.

/// Vectors of monomials x^3..1 times y^2..1 that may be null vectors of the twelve equations.
struct Monomials {
  static constexpr int MOST = 5;
  double v[MOST][12];
  int count = 0;
};

// Below this part of the largest pivot two solutions share the root.
constexpr double SHARED_ROOT = 1e-4;

/// The twelve equations at an angle, made upper triangular by complete pivoting.
struct Triangle {
  double A[12][12];
  int column[12];  // which monomial stands where
  double gap;      // the last pivot but one beside the largest
};

/// False where a third solution shares the root, or more.
static bool triangulate(const Reduced& six, double sine, double cosine, Triangle& made) {
  auto& A = made.A;
  std::memset(A, 0, sizeof A);
  for (int i = 0; i < SIX; i++)
    for (int j = 0; j < PRODUCTS; j++)
      A[i][j] = A[SIX + i][3 + j] =
          sine * six.part[0][i][j] + cosine * six.part[1][i][j] + six.part[2][i][j];
  for (int j = 0; j < 12; j++) made.column[j] = j;
  double first = 0;
  for (int k = 0; k < 11; k++) {
    int row_at = k, column_at = k;
    double largest = -1;
    for (int i = k; i < 12; i++)
      for (int j = k; j < 12; j++)
        if (magnitude(A[i][j]) > largest) {
          largest = magnitude(A[i][j]);
          row_at = i;
          column_at = j;
        }
    if (k == 0) first = largest;
    made.gap = largest / first;
    if (!(largest > 0)) return k == 10;
    for (int j = 0; j < 12; j++) std::swap(A[k][j], A[row_at][j]);
    for (int i = 0; i < 12; i++) std::swap(A[i][k], A[i][column_at]);
    std::swap(made.column[k], made.column[column_at]);
    for (int i = k + 1; i < 12; i++) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k + 1; j < 12; j++) A[i][j] -= factor * A[k][j];
    }
  }
  return true;
}

/// The null vector with a number of leading rows as pivots, and 1 at one of the columns behind.
static void null_vector(const Triangle& from, int pivots, int free, double* v) {
  double y[12] = {};
  y[free] = 1;
  for (int i = pivots - 1; i >= 0; i--) {
    double sum = 0;
    for (int j = i + 1; j < 12; j++) sum += from.A[i][j] * y[j];
    y[i] = -sum / from.A[i][i];
  }
  for (int i = 0; i < 12; i++) v[from.column[i]] = y[i];
}

/// Split the mixtures of two solutions, given two null vectors: multiplication by x (step 3), or
/// by y (step 1), is a 2 x 2 matrix on their span, and its eigenvectors are the solutions.
static void unmix(const double (&n)[2][12], int step, Monomials& into) {
  // the projective line of tangents is turned, so that neither 0 nor infinity is special
  constexpr double C = 0.764842187284488, S = 0.644217687237691;
  double normal[2][2] = {}, side[2][2] = {};
  for (int i = 0; i + step < 12; i++) {
    if (step == 1 && i % 3 == 2) continue;
    double low[2], high[2];
    for (int k = 0; k < 2; k++) {
      low[k] = C * n[k][i + step] + S * n[k][i];
      high[k] = C * n[k][i] - S * n[k][i + step];
    }
    for (int k = 0; k < 2; k++)
      for (int l = 0; l < 2; l++) {
        normal[k][l] += low[k] * low[l];
        side[k][l] += low[k] * high[l];
      }
  }
  const double over = 1 / (normal[0][0] * normal[1][1] - normal[0][1] * normal[1][0]);
  double M[2][2];
  for (int l = 0; l < 2; l++) {
    M[0][l] = over * (normal[1][1] * side[0][l] - normal[0][1] * side[1][l]);
    M[1][l] = over * (normal[0][0] * side[1][l] - normal[1][0] * side[0][l]);
  }
  const double half = (M[0][0] + M[1][1]) / 2;
  const double apart = (M[0][0] - M[1][1]) * (M[0][0] - M[1][1]) / 4 + M[0][1] * M[1][0];
  if (!(apart >= 0)) return;
  for (const double sign : {-1.0, 1.0}) {
    const double value = half + sign * root(apart);
    // the longer row of M - value tells the direction
    const double a[2] = {M[0][1], value - M[0][0]}, b[2] = {value - M[1][1], M[1][0]};
    const bool first = a[0] * a[0] + a[1] * a[1] > b[0] * b[0] + b[1] * b[1];
    const double* c = first ? a : b;
    double* v = into.v[into.count++];
    for (int i = 0; i < 12; i++) v[i] = c[0] * n[0][i] + c[1] * n[1][i];
  }
}

/// What may be solutions at an angle; false where too many share it.
static bool find_monomials(const Reduced& six, double sine, double cosine, Monomials& found) {
  Triangle triangle;
  found.count = 0;
  if (!triangulate(six, sine, cosine, triangle)) return false;
  if (triangle.gap > 0) null_vector(triangle, 11, 11, found.v[found.count++]);
  if (triangle.gap > SHARED_ROOT) return true;
  double basis[2][12];
  for (int k = 0; k < 2; k++) null_vector(triangle, 10, 10 + k, basis[k]);
  unmix(basis, 3, found);
  unmix(basis, 1, found);
  return true;
}

/// Sine and cosine of the angle whose half-angle tangent t has multiples of t^2, t, 1.
RVS_INLINE void half_angle(double square, double linear, double one, double& sine, double& cosine) {
  const double s = 2 * linear, c = one - square;
  const double scale = (square + one < 0 ? -1 : 1) / root(s * s + c * c + 1e-300);
  sine = s * scale;
  cosine = c * scale;
}

/// Joints 3 and 4 from the monomials x^3..1 times y^2..1: one row and one column tell.
static void middle_joints(const double* v, double* sines, double* cosines) {
  int row = 0, column = 0;
  double longest_row = -1, longest_column = -1;
  for (int i = 0; i < 4; i++) {
    const double square = v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2];
    if (square > longest_row) longest_row = square, row = i;
  }
  for (int j = 0; j < 3; j++) {
    double square = 0;
    for (int i = 0; i < 4; i++) square += v[3 * i + j] * v[3 * i + j];
    if (square > longest_column) longest_column = square, column = j;
  }
  const double* x = v + column;
  const int top = x[0] * x[0] > x[9] * x[9] ? 0 : 3;
  half_angle(x[top], x[top + 3], x[top + 6], sines[3], cosines[3]);
  half_angle(v[3 * row], v[3 * row + 1], v[3 * row + 2], sines[4], cosines[4]);
}

/// Joints 0 and 1 from the triangular rows of the table.
static void first_joints(const Equations& table, const double* sines, const double* cosines,
                         double* u) {
  double products[PRODUCTS], right[RIGHT], largest = 0;
  const double s[3] = {sines[3], cosines[3], 1}, t[3] = {sines[4], cosines[4], 1};
  for (int j = 0; j < PRODUCTS; j++) products[j] = s[j / 3] * t[j % 3];
  for (int i = 0; i < RIGHT; i++) {
    const double *sine = table.left(i, 0), *cosine = table.left(i, 1), *one = table.left(i, 2);
    right[i] = 0;
    for (int j = 0; j < PRODUCTS; j++)
      right[i] += products[j] * (sines[2] * sine[j] + cosines[2] * cosine[j] + one[j]);
    if (magnitude(table.row[i][i]) > largest) largest = magnitude(table.row[i][i]);
  }
  for (int i = RIGHT - 1; i >= 0; i--) {
    for (int j = i + 1; j < RIGHT; j++) right[i] -= table.row[i][j] * right[j];
    const double diagonal = table.row[i][i];
    right[i] = magnitude(diagonal) > 1e-11 * largest ? right[i] / diagonal : 0;
  }
  u[0] = std::atan2(right[2], right[5]);
  u[1] = std::atan2(right[6], right[7]);
}

/// Joint 5 as the turn that comes nearest to closing the loop.
static double last_joint(const Rigid* K, const double* sines, const double* cosines) {
  Rigid X = turned(sines[4], cosines[4], K[4]);
  for (int i = 3; i >= 0; i--) X = turned(sines[i], cosines[i], product(K[i], X));
  const Rigid open = product(K[5], X);
  return std::atan2(open.turn[0][1] - open.turn[1][0], open.turn[0][0] + open.turn[1][1]);
}

/// A root on the circle, or near it.
struct Root {
  double sine, cosine, off;
};

/// The six angles of one of the solutions at a root.
static void substitute(const Rigid* K, const Equations& table, const Root& at,
                       const double* monomials, double* u) {
  double sines[SIX], cosines[SIX];
  sines[2] = at.sine;
  cosines[2] = at.cosine;
  middle_joints(monomials, sines, cosines);
  for (int i = 2; i < 5; i++) u[i] = std::atan2(sines[i], cosines[i]);
  first_joints(table, sines, cosines, u);
  for (int i = 0; i < 2; i++) {
    sines[i] = std::sin(u[i]);
    cosines[i] = std::cos(u[i]);
  }
  u[5] = last_joint(K, sines, cosines);
}
