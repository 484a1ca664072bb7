#include "inverse/general6r.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "inverse/plain_rigid.h"
#include "lanes/sets.h"

namespace rvs {

namespace {

// Below this pivot a posture counts as singular; the reference draws the line at a tenth of it.
constexpr double NEARLY_SINGULAR = 1e-3;
constexpr double TURN = 6.28318530717958647692;
// as in splitting.py: closer postures are one
constexpr double SAME = 1e-5;

/// Close the loop of an arm for a pose; false where the pose is out of reach.
bool close_loop(const SixArm& arm, const Rigid& T, Rigid (&links)[SIX]) {
  std::copy(std::begin(arm.links), std::end(arm.links), links);
  links[SIX - 1] = last_link(arm, T);
  double square = 0;
  for (const double x : links[SIX - 1].shift) square += x * x;
  return std::sqrt(square) <= arm.reach * (1 + 1e-9);
}

bool is_known(const SplitAnswer& all, const double* u) {
  for (int i = 0; i < all.count; i++) {
    double gap = 0;
    for (int k = 0; k < SIX; k++)
      gap = std::max(gap, std::fabs(std::remainder(all.u[i][k] - u[k], TURN)));
    if (gap < SAME) return true;
  }
  return false;
}

void unite(SplitAnswer& all, const SplitAnswer& more) {
  for (int i = 0; i < more.count; i++) {
    if (is_known(all, more.u[i]) || all.count == MOST_POSTURES) continue;
    std::memcpy(all.u[all.count++], more.u[i], sizeof more.u[i]);
  }
}

}  // namespace

bool find_postures(const SixArm& arm, const Rigid& T, SplitAnswer& all) {
  Rigid links[SIX];
  all.count = 0;
  all.clean = true;
  if (!close_loop(arm, T, links)) return true;
  SplitAnswer one;
  int clean_counts[SPLITS], clean = 0;
  for (const int number : arm.order) {
    kernels().solve_split(links, {number}, true, &all, one);
    unite(all, one);
    if (one.clean) clean_counts[clean++] = one.count;
    if (std::count(clean_counts, clean_counts + clean, all.count) < 2) continue;
    for (int i = 0; i < all.count; i++)
      if (kernels().smallest_pivot(links, all.u[i]) < NEARLY_SINGULAR) return false;
    return true;
  }
  return false;
}

void rank_splits(SixArm& arm, const Rigid (*trials)[SIX], int count) {
  int missed[SPLITS] = {}, unclean[SPLITS] = {};
  for (int trial = 0; trial < count; trial++) {
    int found[SPLITS], most = 0;
    for (int number = 0; number < SPLITS; number++) {
      SplitAnswer one;
      kernels().solve_split(trials[trial], {number}, false, nullptr, one);
      found[number] = one.count;
      unclean[number] += !one.clean;
      most = std::max(most, one.count);
    }
    for (int number = 0; number < SPLITS; number++) missed[number] += most - found[number];
  }
  for (int number = 0; number < SPLITS; number++) arm.order[number] = number;
  std::stable_sort(std::begin(arm.order), std::end(arm.order), [&](int a, int b) {
    return missed[a] != missed[b] ? missed[a] < missed[b] : unclean[a] < unclean[b];
  });
}

}  // namespace rvs
