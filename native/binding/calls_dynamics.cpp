// rne, inertia and accel as Python calls them.
#include "binding/calls.h"
#include "binding/functions.h"

namespace rvs {

namespace {

/// Where a call of rne or accel has its arguments; `LAST` is qdd or tau.
enum { ROBOT, Q, QD, LAST, GRAVITY, WRENCH, FRICTION, MOTOR };

bool is_given(PyObject* value) { return value && value != Py_None; }

bool read_gravity(PyObject* value, const Chain& chain, double (&gravity)[3]) {
  Numbers numbers;
  const double* from = chain.gravity;
  if (is_given(value)) {
    if (!numbers.read(value) || !numbers.is_row(3)) return false;
    from = numbers.data;
  }
  for (int i = 0; i < 3; i++) gravity[i] = from[i];
  return true;
}

/// The acceleration of the base that stands for gravity, as the engine hands it on: [0, -g].
bool read_base(PyObject* value, const Chain&, double (&gravity)[3]) {
  Numbers numbers;
  if (!value || !numbers.read(value) || !numbers.is_row(6)) return false;
  for (int i = 0; i < 3; i++) gravity[i] = -numbers.data[3 + i];
  return numbers.data[0] == 0 && numbers.data[1] == 0 && numbers.data[2] == 0;
}

/// A wrench for all postures, or one for each.
bool read_wrench(PyObject* value, const Postures& postures, Numbers& numbers, Rows& rows) {
  if (!is_given(value)) return true;
  if (!numbers.read(value)) return false;
  rows.data = numbers.data;
  if (numbers.is_row(6)) return true;
  rows.stride = 6;
  return numbers.is_table(6) && postures.is_batch() && numbers.shape[0] == postures.count();
}

using ReadGravity = bool (*)(PyObject*, const Chain&, double (&)[3]);

/// Read what rne and accel have in common and run a kernel.
PyObject* call_dynamics(PyObject* const* values, Kernel<DynamicsJob> Kernels::*kernel,
                        ReadGravity read = read_gravity) {
  const ChainOf chain(values[ROBOT], Need::MASSES);
  if (!chain) return nullptr;
  DynamicsJob job{};
  Numbers q, qd, last, wrench;
  Postures postures(chain->n());
  if (!postures.read(values[Q], q, job.q) || !postures.read(values[QD], qd, job.qd) ||
      !postures.read(values[LAST], last, job.last))
    return nullptr;
  if (!read(values[GRAVITY], *chain, job.gravity)) return nullptr;
  if (!read_wrench(values[WRENCH], postures, wrench, job.wrench)) return nullptr;
  if (!read_flag(values[FRICTION], job.friction)) return nullptr;
  if (!read_flag(values[MOTOR], job.motor)) return nullptr;
  return fill(kernels().*kernel, *chain, job, postures, new_result(postures, 1, chain->n()));
}

}  // namespace

PyObject* call_rne(PyObject* const* values) { return call_dynamics(values, &Kernels::rne); }

PyObject* call_accel(PyObject* const* values) { return call_dynamics(values, &Kernels::accel); }

PyObject* call_joint_accelerations(PyObject* const* values) {
  return call_dynamics(values, &Kernels::accel, read_base);
}

PyObject* call_inertia(PyObject* const* values) {
  const ChainOf chain(values[ROBOT], Need::MASSES);
  if (!chain) return nullptr;
  Numbers q;
  InertiaJob job{};
  Postures postures(chain->n());
  if (!postures.read(values[Q], q, job.q)) return nullptr;
  PyArrayObject* result = new_result(postures, 2, chain->n(), chain->n());
  return fill(kernels().inertia, *chain, job, postures, result);
}

}  // namespace rvs
