// All kernels of one instruction set: set_*.cpp defines RVS_SET and RVS_LANES, and includes this.

namespace rvs {
namespace RVS_SET {

#include "lanes/instruction_set.h"
#include "lanes/sincos.h"
#include "lanes/vectors.h"
#include "lanes/rows.h"
#include "robots/poses.h"
#include "robots/fkine.h"
#include "robots/jacobian.h"
#include "robots/condition.h"
#include "robots/links.h"
#include "robots/newton_euler.h"
#include "robots/inertia.h"
#include "robots/accel.h"
#include "inverse/arc_tangent.h"
#include "distances/furthest.h"
#include "inverse/rigid.h"
#include "inverse/six_equations.h"
#include "inverse/six_roots.h"
#include "inverse/six_refine.h"
#include "inverse/six_substitute.h"
#include "inverse/six_polish.h"
#include "inverse/six_split.h"
#include "robots/search.h"

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
