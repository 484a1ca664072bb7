// One split of a closed loop, from its links to the postures that close it; see
// rvs/engine/inverse/general6r/splitting.py.

// as in splitting.py and backsubstitution.py
constexpr double NEAR_CIRCLE = 2e-2, LEAST_ROUNDING = 1e-5, CLEARLY = 10;
// Two postures closer than this are one.  The reference looks closer; here a pair that is not
// well apart only makes the split unclean.
constexpr double SAME_POSTURE = 1e-7, WELL_APART = 1e-3;
// A candidate this near to a posture that is known already needs no polishing.
constexpr double RECOGNISED = 1e-5;

static double largest_gap(const double* a, const double* b) {
  double largest = 0;
  for (int i = 0; i < SIX; i++) {
    const double gap = magnitude(wrapped(a[i] - b[i]));
    largest = gap > largest ? gap : largest;
  }
  return largest;
}

/// The loop in the order and direction of a split, and which joint stands where.
static void arrange(const Rigid* own, Split split, Rigid* links, int* joints) {
  const int shift = split.shift();
  for (int i = 0; i < SIX; i++) {
    const int at = (i + shift) % SIX;
    if (split.reverse()) {
      links[i] = inverse(own[at == 5 ? 5 : 4 - at]);
      joints[i] = 5 - at;
    } else {
      links[i] = own[at];
      joints[i] = at;
    }
  }
}

/// The entry of a list that a posture is near to, or null.
static const double* find_near(const SplitAnswer& list, const double* u, double distance) {
  for (int i = 0; i < list.count; i++)
    if (largest_gap(list.u[i], u) < distance) return list.u[i];
  return nullptr;
}

/// Take one candidate to a posture of the arm's own angles; false where it leads nowhere.
static bool settle(const Rigid* own, const SplitAnswer* known, double* u) {
  const double* same = known ? find_near(*known, u, RECOGNISED) : nullptr;
  if (!same) return polish(own, u);
  std::memcpy(u, same, SIX * sizeof *u);
  return true;
}

/// The roots near the unit circle, and which of them postures have taken.
struct NearRoots {
  int count = 0;
  Root at[ROOTS];
  double angle[ROOTS];
  bool taken[ROOTS];
};

/// Whether postures with these angles explain the roots, one each; see splitting.py.
static bool accounted_for(NearRoots& roots, const double* angles, int count) {
  bool placed[MOST_POSTURES] = {};
  double rounding = LEAST_ROUNDING;
  for (int round = 0; round < count; round++) {
    double least = NEAR_CIRCLE;
    int posture = -1, root = -1;
    for (int i = 0; i < count; i++) {
      if (placed[i]) continue;
      for (int j = 0; j < roots.count; j++) {
        const double apart = magnitude(wrapped(angles[i] - roots.angle[j]));
        if (!roots.taken[j] && apart <= least) least = apart, posture = i, root = j;
      }
    }
    if (posture < 0) return false;
    placed[posture] = roots.taken[root] = true;
    rounding = least > rounding ? least : rounding;
    rounding = roots.at[root].off > rounding ? roots.at[root].off : rounding;
  }
  for (int j = 0; j < roots.count; j++)
    if (!roots.taken[j] && !(roots.at[j].off > CLEARLY * rounding)) return false;
  return true;
}

/// One split of one loop, while it is solved.
struct SplitSolver {
  const Rigid* own;           // the links in the arm's order
  const SplitAnswer* known;   // postures that other splits have found, or null
  SplitAnswer& answer;
  bool reverse;
  Rigid links[SIX];           // in the split's order
  int joints[SIX];
  Equations table;
  Reduced six;

  /// Follow a candidate in the split's angles.
  RVS_INLINE void follow(const double* found) {
    double u[SIX];
    for (int k = 0; k < SIX; k++) u[joints[k]] = reverse ? -found[k] : found[k];
    if (!settle(own, known, u) || find_near(answer, u, SAME_POSTURE)) return;
    if (find_near(answer, u, WELL_APART) || answer.count == MOST_POSTURES) answer.clean = false;
    if (answer.count == MOST_POSTURES) return;
    for (int k = 0; k < SIX; k++) answer.u[answer.count][k] = wrapped(u[k]);
    answer.count++;
  }

  /// Follow everything at a root.
  RVS_INLINE void follow_root(const Root& at) {
    Monomials monomials;
    if (!find_monomials(six, at.sine, at.cosine, monomials)) answer.clean = false;
    for (int i = 0; i < monomials.count; i++) {
      double found[SIX];
      substitute(links, table, at, monomials.v[i], found);
      follow(found);
    }
  }

  /// Follow all roots to where they lead.
  RVS_INLINE void follow_roots(const Complex* z) {
    NearRoots near;
    for (int i = 0; i < ROOTS; i++) {
      const double radius = root(square_of(z[i])), off = magnitude(radius - 1);
      if (!(off < NEAR_CIRCLE)) continue;
      near.at[near.count] = {z[i].im / radius, z[i].re / radius, off};
      near.angle[near.count] = std::atan2(z[i].im, z[i].re);
      near.taken[near.count++] = false;
    }
    answer.count = 0;
    answer.clean = true;
    for (int i = 0; i < near.count; i++) follow_root(near.at[i]);
    double third[MOST_POSTURES];
    for (int i = 0; i < answer.count; i++)
      third[i] = reverse ? -answer.u[i][joints[2]] : answer.u[i][joints[2]];
    if (!accounted_for(near, third, answer.count)) answer.clean = false;
  }

  RVS_INLINE void solve(Split split, bool thorough) {
    Harmonics f;
    arrange(own, split, links, joints);
    set_up(links, table);
    triangulate(table);
    reduce(table, six);
    answer.count = 0;
    answer.clean = find_harmonics(six, f);
    if (!answer.clean) return;
    RootFinder roots(f);
    roots.find();
    Complex z[ROOTS];
    for (int i = 0; i < ROOTS; i++)
      z[i] = {element(roots.x[i / RVS_LANES], i % RVS_LANES),
              element(roots.y[i / RVS_LANES], i % RVS_LANES)};
    follow_roots(z);
    if (answer.clean || !thorough) return;
    refine(six, z);
    follow_roots(z);
  }
};

/// Find the postures of a loop.
///
/// own: the links in the arm's order.  known: postures that other splits have found, or null.
/// thorough: correct the roots where they do not come out clean.
static void solve_split(const Rigid* own, Split split, bool thorough, const SplitAnswer* known,
                        SplitAnswer& answer) {
  SplitSolver solver{own, known, answer, split.reverse(), {}, {}, {}, {}};
  solver.solve(split, thorough);
}
