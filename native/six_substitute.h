// From a root of the determinant to all six angles; see
// rvs/engine/inverse/general6r/backsubstitution.py.

/// A matrix that has lost rank once: its null vector, by elimination with complete pivoting.
struct NullVector {
  double v[12];
  double gap;  // the last pivot but one beside the largest: small where the null space is larger
};

static void find_null_vector(const Reduced& six, double sine, double cosine, NullVector& null) {
  double A[12][12] = {};
  for (int i = 0; i < SIX; i++)
    for (int j = 0; j < PRODUCTS; j++)
      A[i][j] = A[SIX + i][3 + j] =
          sine * six.part[0][i][j] + cosine * six.part[1][i][j] + six.part[2][i][j];
  int column[12];
  for (int j = 0; j < 12; j++) column[j] = j;
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
    null.gap = largest / first;
    if (!(largest > 0)) return;
    for (int j = 0; j < 12; j++) std::swap(A[k][j], A[row_at][j]);
    for (int i = 0; i < 12; i++) std::swap(A[i][k], A[i][column_at]);
    std::swap(column[k], column[column_at]);
    for (int i = k + 1; i < 12; i++) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k + 1; j < 12; j++) A[i][j] -= factor * A[k][j];
    }
  }
  double y[12];
  y[11] = 1;
  for (int i = 10; i >= 0; i--) {
    double sum = 0;
    for (int j = i + 1; j < 12; j++) sum += A[i][j] * y[j];
    y[i] = -sum / A[i][i];
  }
  for (int i = 0; i < 12; i++) null.v[column[i]] = y[i];
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

/// The six angles at a root.  Returns the gap of its null vector.
static double substitute(const Rigid* K, const Equations& table, const Reduced& six, double z_x,
                         double z_y, double* u) {
  double sines[SIX], cosines[SIX];
  const double radius = root(z_x * z_x + z_y * z_y);
  sines[2] = z_y / radius;
  cosines[2] = z_x / radius;
  u[2] = std::atan2(z_y, z_x);
  NullVector null{};
  find_null_vector(six, sines[2], cosines[2], null);
  middle_joints(null.v, sines, cosines);
  u[3] = std::atan2(sines[3], cosines[3]);
  u[4] = std::atan2(sines[4], cosines[4]);
  first_joints(table, sines, cosines, u);
  for (int i = 0; i < 2; i++) {
    sines[i] = std::sin(u[i]);
    cosines[i] = std::cos(u[i]);
  }
  u[5] = last_joint(K, sines, cosines);
  return null.gap;
}
