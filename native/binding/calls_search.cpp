// search as rvs/engine/inverse/search.py calls it.  The caller is the engine itself: what it hands
// over has been checked, so a wrong shape is a fault of the program.
#include "binding/calls_search.h"

#include <memory>
#include <new>

#include "binding/arguments.h"
#include "lanes/sets.h"

namespace rvs {

namespace {

/// A float64 array of so many numbers.
const double* vector_of(PyObject* value, npy_intp count, Numbers& numbers) {
  if (numbers.read(value) && numbers.is_row(count)) return numbers.data;
  if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "expected %zd numbers", count);
  return nullptr;
}

PyArrayObject* new_array(int dims, npy_intp a, npy_intp b, int type) {
  npy_intp shape[2] = {a, b};
  return reinterpret_cast<PyArrayObject*>(PyArray_SimpleNew(dims, shape, type));
}

/// The numbers of an argument list, kept while the search runs.
struct Asked {
  Numbers targets, start, lower, upper, from, to, moving, scale;
  std::unique_ptr<bool[]> flags;
};

bool read(const Chain& chain, PyObject* const* args, Asked& asked, SearchJob& job) {
  const npy_intp n = chain.n();
  if (!asked.targets.read(args[1]) || !asked.targets.is_table(16)) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "targets: expected shape (m, 16)");
    return false;
  }
  job.targets = asked.targets.data;
  job.count = std::size_t(asked.targets.shape[0]);
  const double *moving, *scale;
  if (!(job.start = vector_of(args[2], n, asked.start)) ||
      !(job.lower = vector_of(args[3], n, asked.lower)) ||
      !(job.upper = vector_of(args[4], n, asked.upper)) ||
      !(job.from = vector_of(args[5], n, asked.from)) ||
      !(job.to = vector_of(args[6], n, asked.to)) ||
      !(moving = vector_of(args[7], n, asked.moving)) ||
      !(scale = vector_of(args[8], 6, asked.scale)))
    return false;
  asked.flags.reset(new bool[std::size_t(n)]);
  for (npy_intp i = 0; i < n; i++) asked.flags[std::size_t(i)] = moving[i] != 0;
  for (int i = 0; i < 6; i++) job.scale[i] = scale[i];
  job.moving = asked.flags.get();
  return true;
}

/// The results as Python has them: q, reached, residuals, steps, blocked posture or None.
PyObject* answer(const SearchJob& job, std::size_t reached, Ref q, Ref blocked) {
  const npy_intp done = npy_intp(reached < job.count ? reached + 1 : reached);
  Ref residuals(reinterpret_cast<PyObject*>(new_array(1, done, 0, NPY_DOUBLE)));
  Ref steps(reinterpret_cast<PyObject*>(new_array(1, done, 0, NPY_INT64)));
  if (!residuals || !steps) return nullptr;
  auto* residual = static_cast<double*>(
      PyArray_DATA(reinterpret_cast<PyArrayObject*>(residuals.get())));
  auto* step =
      static_cast<std::int64_t*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(steps.get())));
  for (npy_intp i = 0; i < done; i++) {
    residual[i] = job.results[i].residual;
    step[i] = job.results[i].steps;
  }
  const bool met = reached < job.count && job.results[reached].blocked;
  return Py_BuildValue("OnOOO", q.get(), Py_ssize_t(reached), residuals.get(), steps.get(),
                       met ? blocked.get() : Py_None);
}

}  // namespace

PyObject* search(PyObject*, PyObject* const* args, Py_ssize_t count) {
  constexpr Py_ssize_t PARAMETERS = 18;
  if (count != PARAMETERS) {
    PyErr_Format(PyExc_TypeError, "search takes %zd arguments, got %zd", PARAMETERS, count);
    return nullptr;
  }
  const ChainOf chain(args[0], Need::GEOMETRY);
  if (!chain) {
    PyErr_SetString(PyExc_TypeError, "robot: expected a Robot");
    return nullptr;
  }
  try {
    Asked asked;
    SearchJob job{};
    if (!read(*chain, args, asked, job)) return nullptr;
    job.link = int(PyLong_AsLong(args[9]));
    job.limits = PyObject_IsTrue(args[10]);
    job.tolerance = PyFloat_AsDouble(args[11]);
    job.iterations = int(PyLong_AsLong(args[12]));
    job.attempts = int(PyLong_AsLong(args[13]));
    job.damping = PyFloat_AsDouble(args[14]);
    job.patience = int(PyLong_AsLong(args[15]));
    job.no_step = PyFloat_AsDouble(args[16]);
    job.at_limit = PyFloat_AsDouble(args[17]);
    if (PyErr_Occurred()) return nullptr;
    if (job.link < 0 || job.link > chain->n() || job.patience < 1) {
      PyErr_SetString(PyExc_ValueError, "link or patience: out of range");
      return nullptr;
    }
    Ref q(reinterpret_cast<PyObject*>(
        new_array(2, npy_intp(job.count), chain->n(), NPY_DOUBLE)));
    Ref blocked(reinterpret_cast<PyObject*>(new_array(1, chain->n(), 0, NPY_DOUBLE)));
    if (!q || !blocked) return nullptr;
    job.q = static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(q.get())));
    job.blocked =
        static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(blocked.get())));
    std::unique_ptr<SearchResult[]> results(new SearchResult[job.count + 1]);
    job.results = results.get();
    std::size_t reached = 0;
    Py_BEGIN_ALLOW_THREADS
    try {
      reached = kernels().search(*chain, job);
    } catch (const std::bad_alloc&) {
      reached = SIZE_MAX;
    }
    Py_END_ALLOW_THREADS
    if (reached == SIZE_MAX) return PyErr_NoMemory();
    return answer(job, reached, std::move(q), std::move(blocked));
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

}  // namespace rvs
