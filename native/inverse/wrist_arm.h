// Arms whose second and third axis are parallel and whose last three meet: PUMA and most
// industrial arms, in closed form.
#pragma once

#include "inverse/six_arm.h"

namespace rvs {

/// Whether an arm is built so.
bool has_wrist(const SixArm& arm);

/// Find every posture u of such an arm for a pose of the tool in the world, in metres.
///
/// False near singular postures: the reference has to look closer.
bool find_wrist_postures(const SixArm& arm, const Rigid& T, SplitAnswer& all);

}  // namespace rvs
