// Raghavan and Roth's fourteen equations as numbers; the mathematics is in
// rvs/engine/inverse/general6r/elimination.py and elimination.py.

constexpr int FUNCTIONALS = 15, EQUATIONS = 14;
// where [l, p, p.l, p.p, p x l, (p.p) l - 2 (p.l) p, 1] stand
enum { AT_L = 0, AT_P = 3, AT_PL = 6, AT_PP = 7, AT_M = 8, AT_X = 11, AT_ONE = 14 };

struct Functionals {
  double e[FUNCTIONALS];
};

/// The functionals of the z axis, directed and through the origin of a frame.
static Functionals axis_functionals(const Rigid& frame) {
  Functionals f;
  const double* p = frame.shift;
  const double l[3] = {frame.turn[0][2], frame.turn[1][2], frame.turn[2][2]};
  const double pl = dot3(p, l), pp = dot3(p, p);
  for (int i = 0; i < 3; i++) {
    f.e[AT_L + i] = l[i];
    f.e[AT_P + i] = p[i];
    f.e[AT_X + i] = pp * l[i] - 2 * pl * p[i];
  }
  cross3(p, l, f.e + AT_M);
  f.e[AT_PL] = pl;
  f.e[AT_PP] = pp;
  f.e[AT_ONE] = 1;
  return f;
}

/// D(X) e: what a motion makes of functionals, or of their coefficients.
static Functionals moved(const Rigid& X, const Functionals& from) {
  const double *t = X.shift, *e = from.e;
  const double one = e[AT_ONE], pl = e[AT_PL];
  double l[3], p[3], m[3], x[3], t_cross_l[3], t_cross_m[3];
  rotate(X.turn, e + AT_L, l);
  rotate(X.turn, e + AT_P, p);
  rotate(X.turn, e + AT_M, m);
  rotate(X.turn, e + AT_X, x);
  cross3(t, l, t_cross_l);
  cross3(t, m, t_cross_m);
  const double tt = dot3(t, t), tl = dot3(t, l);
  Functionals to;
  for (int i = 0; i < 3; i++) {
    to.e[AT_L + i] = l[i];
    to.e[AT_P + i] = p[i] + one * t[i];
    to.e[AT_M + i] = m[i] + t_cross_l[i];
    to.e[AT_X + i] = x[i] + tt * l[i] - 2 * (tl + pl) * t[i] - 2 * t_cross_m[i];
  }
  to.e[AT_PL] = pl + tl;
  to.e[AT_PP] = e[AT_PP] + 2 * dot3(t, p) + one * tt;
  to.e[AT_ONE] = one;
  return to;
}

/// Coefficients of the sine, the cosine and 1 after a turn by q (sign 1) or -q (sign -1).
static void turn_parts(const Functionals& from, double sign, Functionals* parts) {
  const double* e = from.e;
  Functionals sine{}, cosine{}, one = from;
  for (const int x : {int(AT_L), int(AT_P), int(AT_M), int(AT_X)}) {
    sine.e[x] = -sign * e[x + 1];
    sine.e[x + 1] = sign * e[x];
    cosine.e[x] = e[x];
    cosine.e[x + 1] = e[x + 1];
    one.e[x] = one.e[x + 1] = 0;
  }
  parts[0] = sine;
  parts[1] = cosine;
  parts[2] = one;
}

/// The equations as one table: the products of joints 0 and 1, then those of joints 2, 3 and 4,
/// sorted by sine, cosine and 1 of joint 2; the last column is padding.
constexpr int RIGHT = 8, PRODUCTS = 9, COLUMNS = 36;

struct Equations {
  double row[EQUATIONS][COLUMNS];
  /// Coefficients of sine, cosine or 1 of joint 2 in a row.
  const double* left(int i, int part) const { return row[i] + RIGHT + PRODUCTS * part; }
};

static void put(Equations& table, int column, const Functionals& f) {
  for (int i = 0; i < EQUATIONS; i++) table.row[i][column] = f.e[i];
}

/// Fill the table for a loop in the order of its split.
static void set_up(const Rigid* K, Equations& table) {
  static constexpr Rigid IDENTITY = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
  Functionals after_4[3], after_3[3], after_2[3];
  turn_parts(moved(K[4], axis_functionals(IDENTITY)), 1, after_4);
  for (int j4 = 0; j4 < 3; j4++) {
    turn_parts(moved(K[3], after_4[j4]), 1, after_3);
    for (int j3 = 0; j3 < 3; j3++) {
      turn_parts(moved(K[2], after_3[j3]), 1, after_2);
      for (int j2 = 0; j2 < 3; j2++)
        put(table, RIGHT + PRODUCTS * j2 + 3 * j3 + j4, moved(K[1], after_2[j2]));
    }
  }
  Functionals after_0[3], after_1[3];
  turn_parts(axis_functionals(inverse(K[5])), -1, after_0);
  const Rigid back = inverse(K[0]);
  const int last = RIGHT + 3 * PRODUCTS - 1;
  for (int j0 = 0; j0 < 3; j0++) {
    turn_parts(moved(back, after_0[j0]), -1, after_1);
    for (int j1 = 0; j1 < 3; j1++) {
      if (3 * j0 + j1 < RIGHT) put(table, 3 * j0 + j1, after_1[j1]);
      else for (int i = 0; i < EQUATIONS; i++) table.row[i][last] -= after_1[j1].e[i];
    }
  }
  for (int i = 0; i < EQUATIONS; i++) table.row[i][COLUMNS - 1] = 0;
}

/// Make the right columns upper triangular by Householder reflections: the rows below them are
/// then free of joints 0 and 1.
static void triangulate(Equations& table) {
  for (int k = 0; k < RIGHT; k++) {
    double square = 0;
    for (int i = k; i < EQUATIONS; i++) square += table.row[i][k] * table.row[i][k];
    const double norm = root(square);
    if (norm < 1e-300) continue;
    const double head = table.row[k][k], diagonal = head > 0 ? -norm : norm;
    double v[EQUATIONS], w[COLUMNS] = {};
    for (int i = k; i < EQUATIONS; i++) v[i] = table.row[i][k];
    v[k] -= diagonal;
    for (int i = k; i < EQUATIONS; i++)
      for (int j = 0; j < COLUMNS; j++) w[j] += v[i] * table.row[i][j];
    const double factor = 1 / (square - head * diagonal);
    for (int i = k; i < EQUATIONS; i++)
      for (int j = 0; j < COLUMNS; j++) table.row[i][j] -= factor * v[i] * w[j];
  }
}

/// Six equations in the half-angle tangents of joints 3 and 4, free of joints 0 and 1: rows of
/// coefficients of sine, cosine and 1 of joint 2 for x^2 y^2, x^2 y, ..., 1.
struct Reduced {
  double part[3][SIX][PRODUCTS];
};

/// From products of (sin, cos, 1) to x^2..1 times y^2..1, all times (1 + x^2)(1 + y^2).
RVS_INLINE void to_tangents(const double* products, double* powers) {
  double half[3][3];
  for (int j = 0; j < 3; j++) {
    const double sine = products[j], cosine = products[3 + j], one = products[6 + j];
    half[0][j] = one - cosine;
    half[1][j] = 2 * sine;
    half[2][j] = one + cosine;
  }
  for (int i = 0; i < 3; i++) {
    powers[3 * i] = half[i][2] - half[i][1];
    powers[3 * i + 1] = 2 * half[i][0];
    powers[3 * i + 2] = half[i][2] + half[i][1];
  }
}

static void reduce(const Equations& table, Reduced& six) {
  for (int i = 0; i < SIX; i++) {
    double square = 0;
    for (int part = 0; part < 3; part++) {
      double* row = six.part[part][i];
      to_tangents(table.left(RIGHT + i, part), row);
      for (int j = 0; j < PRODUCTS; j++) square += row[j] * row[j];
    }
    const double factor = square > 0 ? 1 / root(square) : 1;
    for (int part = 0; part < 3; part++)
      for (int j = 0; j < PRODUCTS; j++) six.part[part][i][j] *= factor;
  }
}
