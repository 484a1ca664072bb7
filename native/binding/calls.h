// Runs a kernel for a call from Python.
#pragma once

#include "binding/arguments.h"
#include "lanes/sets.h"

namespace rvs {

template <class Job>
bool run(const Kernel<Job>& kernel, const Chain& chain, const Job& job, const Postures& postures) {
  const std::size_t count = std::size_t(postures.count());
  if (!postures.is_batch()) return kernel.one(chain, job);
  if (count <= LARGE_BATCH) return kernel.many(chain, job, 0, count);
  nb::gil_scoped_release unlocked;
  return in_threads(count, [&](std::size_t begin, std::size_t end) {
    return kernel.many(chain, job, begin, end);
  });
}

/// Fill a new result; null where the kernel declines or there is no memory.  It declines an empty
/// batch: no row of it would look at the arguments that are given once for all rows.
template <class Job>
PyObject* fill(const Kernel<Job>& kernel, const Chain& chain, Job& job, const Postures& postures,
               PyArrayObject* result) {
  nb::object owner = nb::steal(reinterpret_cast<PyObject*>(result));
  if (!owner || postures.count() == 0) return nullptr;
  job.out = static_cast<double*>(PyArray_DATA(result));
  return run(kernel, chain, job, postures) ? owner.release().ptr() : nullptr;
}

}  // namespace rvs
