// Runs a kernel for a call from Python.
#pragma once

#include <new>

#include "binding/arguments.h"
#include "lanes/sets.h"

namespace rvs {

/// Run a kernel without Python's lock; false if there is no memory for it.
template <class Work>
bool unlocked(Work work) {
  bool fine = true;
  Py_BEGIN_ALLOW_THREADS
  try {
    work();
  } catch (const std::bad_alloc&) {
    fine = false;
  }
  Py_END_ALLOW_THREADS
  if (!fine) PyErr_NoMemory();
  return fine;
}

template <class Job>
bool run(const Kernel<Job>& kernel, const Chain& chain, const Job& job, const Postures& postures) {
  const std::size_t count = std::size_t(postures.count());
  if (!postures.is_batch()) return kernel.one(chain, job);
  if (count <= LARGE_BATCH) return kernel.many(chain, job, 0, count);
  bool fine = false;
  Py_BEGIN_ALLOW_THREADS
  fine = in_threads(count, [&](std::size_t begin, std::size_t end) {
    return kernel.many(chain, job, begin, end);
  });
  Py_END_ALLOW_THREADS
  return fine;
}

/// Fill a new result; null where the kernel declines or there is no memory.  It declines an empty
/// batch: no row of it would look at the arguments that are given once for all rows.
template <class Job>
PyObject* fill(const Kernel<Job>& kernel, const Chain& chain, Job& job, const Postures& postures,
               PyArrayObject* result) {
  Ref owner(reinterpret_cast<PyObject*>(result));
  if (!owner || postures.count() == 0) return nullptr;
  job.out = static_cast<double*>(PyArray_DATA(result));
  try {
    return run(kernel, chain, job, postures) ? owner.release() : nullptr;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

}  // namespace rvs
