// Robots as the kernels read them, rvs/engine/kernels.py; the search for postures,
// rvs/engine/inverse/search.py; rotation vectors, rvs/engine/screws.py.
#include <memory>

#include "binding/arguments.h"
#include "binding/arrays.h"
#include "binding/bind.h"
#include "lanes/sets.h"
#include "robots/rotation_vector.h"

namespace rvs {

namespace {

using Matrices = Array<double, ANY, 16>;
template <int COLUMNS>
using Table = Array<double, ANY, COLUMNS>;

// The engine itself calls what follows: a wrong shape is a fault of the program, not of its user.
void check(bool fits, const char* name) {
  if (!fits) throw nb::value_error(name);
}

Chain chain_of(const Array<double, 2, 16>& ends, const Table<5>& motions, const Matrices& leads,
               const Matrices& trails) {
  check(leads.rows == motions.rows, "leads: expected a row for each joint");
  check(trails.rows == motions.rows, "trails: expected a row for each joint");
  return Chain(ends.as<MatrixRow>(), motions.as<MotionRow>(), leads.as<MatrixRow>(),
               trails.as<MatrixRow>(), motions.rows);
}

void bind_chain(nb::module_& module) {
  auto type = nb::class_<Chain>(module, "Chain", "A robot as the kernels read it.");
  type.def("__init__", [](Chain* self, const Array<double, 2, 16>& ends, const Table<5>& motions,
                          const Matrices& leads, const Matrices& trails) {
    new (self) Chain(chain_of(ends, motions, leads, trails));
  });
  type.def("__init__", [](Chain* self, const Array<double, 2, 16>& ends, const Table<5>& motions,
                          const Matrices& leads, const Matrices& trails,
                          const Array<double, 1, 3>& gravity, const Table<10>& loads,
                          const Table<4>& drives) {
    Chain chain = chain_of(ends, motions, leads, trails);
    check(loads.rows == motions.rows, "loads: expected a row for each joint");
    check(drives.rows == motions.rows, "drives: expected a row for each joint");
    chain.weigh(gravity.data, loads.as<LoadRow>(), drives.as<Drive>());
    new (self) Chain(std::move(chain));
  });
  ChainOf::type = type.ptr();
}

nb::object rotation_of(const Array<double, 3, 3>& R) {
  const NewArray<double> vector{3};
  require(rotation_vector(R.data, vector.data));
  return vector.array;
}

nb::object rotations_of(const Array<double, ANY, 3, 3>& R) {
  const NewArray<double> vectors{R.shape[0], 3};
  for (std::size_t k = 0; k < R.rows; k++)
    require(rotation_vector(R.data + 9 * k, vectors.data + 3 * k));
  return vectors.array;
}

/// Postures, how many poses were reached, residuals, steps, and the blocked posture or None.
nb::object search(nb::handle robot, const Matrices& targets, const Numbers& start,
                  const Numbers& lower, const Numbers& upper, const Numbers& from, const Numbers& to,
                  const Numbers& moving, const Numbers& scale, int link, bool limits,
                  double tolerance, int iterations, int attempts, double damping, int patience,
                  double no_step, double at_limit) {
  const ChainOf chain(robot.ptr(), Need::GEOMETRY);
  check(bool(chain), "robot: expected a Robot");
  const npy_intp n = chain->n();
  for (const Numbers* one : {&start, &lower, &upper, &from, &to, &moving})
    check(one->is_row(n), "expected a number for each joint");
  check(scale.is_row(6) && link >= 0 && link <= n && patience >= 1, "link or patience: out of range");
  const std::unique_ptr<bool[]> moves(new bool[std::size_t(n)]);
  for (npy_intp i = 0; i < n; i++) moves[std::size_t(i)] = moving.data[i] != 0;
  const NewArray<double> q{targets.shape[0], n}, blocked{n};
  const std::unique_ptr<SearchResult[]> results(new SearchResult[targets.rows + 1]);
  SearchJob job{targets.data, targets.rows, start.data, lower.data, upper.data, from.data, to.data,
                moves.get(), {}, link, limits, tolerance, iterations, attempts, damping, patience,
                no_step, at_limit, q.data, blocked.data, results.get()};
  std::copy_n(scale.data, 6, job.scale);
  std::size_t reached;
  {
    nb::gil_scoped_release unlocked;
    reached = kernels().search(*chain, job);
  }
  const std::size_t done = std::min(reached + 1, job.count);
  const NewArray<double> residuals{npy_intp(done)};
  const NewArray<std::int64_t> steps{npy_intp(done)};
  for (std::size_t i = 0; i < done; i++) {
    residuals.data[i] = results[i].residual;
    steps.data[i] = results[i].steps;
  }
  const bool met = reached < job.count && results[reached].blocked;
  return nb::make_tuple(q.array, reached, residuals.array, steps.array,
                        met ? blocked.array : nb::none());
}

}  // namespace

PyObject* ChainOf::type = nullptr;

ChainOf::ChainOf(PyObject* robot, Need need) {
  static PyObject* const names[] = {PyUnicode_InternFromString("native_chain"),
                                    PyUnicode_InternFromString("native_bodies")};
  owner_ = kept_by(robot, names[need == Need::MASSES], type);
  if (owner_) chain_ = nb::inst_ptr<Chain>(owner_);
}

void bind_robots(nb::module_& module) {
  bind_chain(module);
  module.def("rotation_vector", rotation_of, nb::arg("R"));
  module.def("rotation_vector", rotations_of, nb::arg("R"));
  module.def("search", search);
}

}  // namespace rvs
