// fkine, frames, jacobian and pose_conditions as Python calls them.
#include <cmath>

#include "binding/calls.h"
#include "binding/functions.h"

namespace rvs {

namespace {

/// Where a call has its arguments.
enum { ROBOT, Q, FRAME, LINK, ACTIVE };

bool is_word(PyObject* value, const char* word) {
  return PyUnicode_CompareWithASCIIString(value, word) == 0;
}

/// The frame of a Jacobian: a word, or a number from 0 to n.
bool read_frame(PyObject* value, int n, JacobianJob& job) {
  if (!value) return true;
  if (!PyUnicode_CheckExact(value)) return read_index(value, 0, n, job.axes);
  if (is_word(value, "base")) return true;
  if (is_word(value, "tool")) job.axes = JacobianJob::TOOL;
  else if (is_word(value, "space")) job.space = true;
  else return false;
  return true;
}

}  // namespace

PyObject* call_fkine(PyObject* const* values) {
  const ChainOf chain(values[ROBOT], Need::GEOMETRY);
  if (!chain) return nullptr;
  Numbers q;
  PoseJob job{};
  Postures postures(chain->n());
  if (!postures.read(values[Q], q, job.q)) return nullptr;
  return fill(kernels().fkine, *chain, job, postures, new_result(postures, 2, 4, 4));
}

PyObject* call_frames(PyObject* const* values) {
  const ChainOf chain(values[ROBOT], Need::GEOMETRY);
  if (!chain) return nullptr;
  Numbers q;
  PoseJob job{};
  Postures postures(chain->n());
  if (!postures.read(values[Q], q, job.q)) return nullptr;
  PyArrayObject* poses = new_result(postures, 3, chain->n() + 1, 4, 4);
  return fill(kernels().frames, *chain, job, postures, poses);
}

PyObject* call_jacobian(PyObject* const* values) {
  const ChainOf chain(values[ROBOT], Need::GEOMETRY);
  if (!chain) return nullptr;
  Numbers q;
  JacobianJob job{};
  Postures postures(chain->n());
  if (!postures.read(values[Q], q, job.q)) return nullptr;
  if (!read_frame(values[FRAME], chain->n(), job)) return nullptr;
  const bool of_link = values[LINK] && values[LINK] != Py_None;
  if (of_link && !read_index(values[LINK], 1, chain->n(), job.link)) return nullptr;
  if (!read_flag(values[ACTIVE], job.active)) return nullptr;
  const npy_intp columns = job.active ? npy_intp(chain->moving.size()) : chain->n();
  return fill(kernels().jacobian, *chain, job, postures, new_result(postures, 2, 6, columns));
}

namespace {

/// A length above 0, or none.
bool read_length(PyObject* value, double& length) {
  if (!value || value == Py_None) return true;
  if (!PyFloat_Check(value)) return false;
  length = PyFloat_AS_DOUBLE(value);
  return length > 0 && std::isfinite(length);
}

bool all_turn(const Chain& chain) {
  for (const int i : chain.moving)
    if (chain.joints[i].turn == 0) return false;
  return true;
}

}  // namespace

PyObject* call_pose_conditions(PyObject* const* values) {
  enum { LENGTH = Q + 1, TWO };
  const ChainOf chain(values[ROBOT], Need::GEOMETRY);
  if (!chain || chain->moving.size() < 6) return nullptr;
  Numbers q;
  ConditionJob job{};
  Postures postures(chain->n());
  if (!postures.read(values[Q], q, job.q)) return nullptr;
  if (!read_length(values[LENGTH], job.length) || !read_flag(values[TWO], job.two)) return nullptr;
  // a best length that has no closed form is the reference's
  if (job.length == 0 && (job.two || !all_turn(*chain))) return nullptr;
  return fill(kernels().condition, *chain, job, postures, new_result(postures, 1, 2));
}

}  // namespace rvs
