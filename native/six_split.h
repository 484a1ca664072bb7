// One split of a closed loop, from its links to the postures that close it; see
// rvs/engine/inverse/general6r/splitting.py.

// as in splitting.py and backsubstitution.py
constexpr double ON_CIRCLE = 1e-6, NEAR_CIRCLE = 2e-2, MOVED = 1e-4, MOVED_OFF = 3;
// Two postures closer than this are one.  The reference looks closer; here a pair that is not
// well apart only makes the split unclean.
constexpr double SAME_POSTURE = 1e-7, WELL_APART = 1e-3;
// A second pivot this small: solutions share the root, and mix in the null vector.
constexpr double SHARED_ROOT = 1e-7;
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

/// Find the postures of a loop.
///
/// own: the links in the arm's order.  known: postures that other splits have found, or null.
static void solve_split(const Rigid* own, Split split, const SplitAnswer* known,
                        SplitAnswer& answer) {
  Rigid links[SIX];
  int joints[SIX];
  arrange(own, split, links, joints);
  Equations table;
  Reduced six;
  Harmonics f;
  set_up(links, table);
  triangulate(table);
  reduce(table, six);
  answer.count = 0;
  answer.clean = find_harmonics(six, f);
  if (!answer.clean) return;
  RootFinder roots(f);
  roots.find();
  int real = 0;
  for (int i = 0; i < ROOTS; i++) {
    const double x = element(roots.x[i / RVS_LANES], i % RVS_LANES);
    const double y = element(roots.y[i / RVS_LANES], i % RVS_LANES);
    const double off = magnitude(root(x * x + y * y) - 1);
    if (!(off < NEAR_CIRCLE)) continue;
    double found[SIX], u[SIX];
    if (substitute(links, table, six, x, y, found) < SHARED_ROOT) answer.clean = false;
    const int third = joints[2];
    for (int k = 0; k < SIX; k++) u[joints[k]] = split.reverse() ? -found[k] : found[k];
    const double start = u[third];
    const bool closed = settle(own, known, u);
    const bool its_own = closed && magnitude(wrapped(u[third] - start)) < MOVED + MOVED_OFF * off;
    if (its_own) real++;
    else if (off < ON_CIRCLE) answer.clean = false;
    if (!closed || find_near(answer, u, SAME_POSTURE)) continue;
    if (find_near(answer, u, WELL_APART)) answer.clean = false;
    for (int k = 0; k < SIX; k++) answer.u[answer.count][k] = wrapped(u[k]);
    answer.count++;
  }
  if (real != answer.count) answer.clean = false;
}
