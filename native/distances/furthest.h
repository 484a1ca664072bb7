// The point furthest in a direction, among points whose coordinates lie in three runs.
//
// Two sets of lanes at a time: the next comparison need not wait for the last one.

/// Which of `count` points it is, a multiple of twice the lanes; of several equal ones the first.
static std::size_t furthest(const double* x, const double* y, const double* z, std::size_t count,
                            const double* direction) {
  const Lanes dx = all<Lanes>(direction[0]), dy = all<Lanes>(direction[1]),
              dz = all<Lanes>(direction[2]);
  Lanes best[2], place[2], at[2];
  for (int half = 0; half < 2; half++) {
    best[half] = all<Lanes>(-HUGE_VAL);
    place[half] = Lanes{};
    for (int lane = 0; lane < RVS_LANES; lane++) at[half][lane] = half * RVS_LANES + lane;
  }
  for (std::size_t i = 0; i < count; i += 2 * RVS_LANES)
    for (std::size_t half = 0; half < 2; half++) {
      Lanes px, py, pz;
      std::memcpy(&px, x + i + half * RVS_LANES, sizeof px);
      std::memcpy(&py, y + i + half * RVS_LANES, sizeof py);
      std::memcpy(&pz, z + i + half * RVS_LANES, sizeof pz);
      const Lanes reach = px * dx + py * dy + pz * dz;
      const LaneBits more = above(reach, best[half]);
      best[half] = pick<Lanes>(more, reach, best[half]);
      place[half] = pick<Lanes>(more, at[half], place[half]);
      at[half] += 2.0 * RVS_LANES;
    }
  double most = best[0][0], found = place[0][0];
  for (int half = 0; half < 2; half++)
    for (int lane = 0; lane < RVS_LANES; lane++) {
      const double reach = best[half][lane], where = place[half][lane];
      if (reach > most || (reach == most && where < found)) {
        most = reach;
        found = where;
      }
    }
  return std::size_t(found);
}
