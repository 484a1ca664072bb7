// All kernels of one instruction set: set_*.cpp defines RVS_SET and RVS_LANES, and includes this.

namespace rvs {
namespace RVS_SET {

#include "instruction_set.h"
#include "sincos.h"
#include "vectors.h"
#include "rows.h"
#include "poses.h"
#include "fkine.h"
#include "jacobian.h"
#include "condition.h"
#include "links.h"
#include "newton_euler.h"
#include "inertia.h"
#include "accel.h"
#include "arc_tangent.h"
#include "furthest.h"
#include "rigid.h"
#include "six_equations.h"
#include "six_roots.h"
#include "six_refine.h"
#include "six_substitute.h"
#include "six_polish.h"
#include "six_split.h"
#include "search.h"

template <class Method, class Job>
bool one(const Chain& chain, const Job& job) {
  return Method::template run<double>(chain, job, {0, 1});
}

template <class Method, class Job>
bool many(const Chain& chain, const Job& job, std::size_t begin, std::size_t end) {
  bool fine = true;
  for (std::size_t row = begin; row < end; row += RVS_LANES) {
    const std::size_t left = end - row;
    fine &= Method::template run<Lanes>(chain, job, {row, left < RVS_LANES ? left : RVS_LANES});
  }
  return fine;
}

template <class Method, class Job>
constexpr Kernel<Job> kernel() {
  return {one<Method, Job>, many<Method, Job>};
}

extern const Kernels table;
const Kernels table = {
    RVS_TEXT(RVS_SET),
    kernel<Fkine, PoseJob>(),
    kernel<Frames, PoseJob>(),
    kernel<Jacobian, JacobianJob>(),
    kernel<Condition, ConditionJob>(),
    kernel<NewtonEuler, DynamicsJob>(),
    kernel<JointInertia, InertiaJob>(),
    kernel<Acceleration, DynamicsJob>(),
    solve_split,
    smallest_pivot,
    arc_tangents,
    furthest,
    search_many,
};

}  // namespace RVS_SET
}  // namespace rvs
