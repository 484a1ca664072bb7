// Every posture of a six-revolute arm for a pose; the mathematics is in
// rvs/engine/inverse/general6r/.
#pragma once

#include "inverse/six_arm.h"

namespace rvs {

/// Put the splits of an arm in order, by trial on loops that are known to close.
///
/// trials: loops of six links each, in parts of the arm's length.
void rank_splits(SixArm& arm, const Rigid (*trials)[SIX], int count);

/// Find every posture u of an arm for a pose of the tool in the world, in metres.
///
/// False where two clean splits do not agree, or a posture is nearly singular: the reference has to
/// look closer.  What it finds closes the loop, but has not been checked by forward kinematics.
bool find_postures(const SixArm& arm, const Rigid& T, SplitAnswer& all);

}  // namespace rvs
