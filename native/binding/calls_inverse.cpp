// ikine_all as Python calls it.
#include <cmath>
#include <cstring>

#include "binding/calls.h"
#include "binding/functions.h"
#include "inverse/general6r.h"
#include "binding/solver_type.h"
#include "inverse/wrist_arm.h"

namespace rvs {

namespace {

/// Where a call has its arguments; the last two have to be left out.
enum { ROBOT, TARGET, LIMITS, TOLERANCE, SAMPLES };

// Error of a verified posture, in rad and parts of the arm's length.
constexpr double VERIFIED = 1e-9;
// A rotation that is this well orthonormal can be made exact by one step.
constexpr double ORTHONORMAL = 1e-7;

/// A pose that is a rigid motion but for rounding, which is taken out; false for anything else.
bool read_pose(PyObject* value, Rigid& T) {
  Numbers numbers;
  if (!value || !numbers.read(value) || !numbers.is_table(4) || numbers.shape[0] != 4) return false;
  const double* rows = numbers.data;
  if (rows[12] != 0 || rows[13] != 0 || rows[14] != 0 || rows[15] != 1) return false;
  double error = 0, sum = 0, square[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      square[i][j] = rows[i] * rows[j] + rows[4 + i] * rows[4 + j] + rows[8 + i] * rows[8 + j];
      const double off = std::fabs(square[i][j] - (i == j));
      error = off > error ? off : error;
    }
  for (int i = 0; i < 12; i++) sum += 0 * rows[i];
  if (!(error < ORTHONORMAL) || sum != 0) return false;
  // R (3 - R^T R) / 2: Newton's step to the nearest rotation, where the error is squared
  for (int i = 0; i < 3; i++) {
    const double* row = rows + 4 * i;
    for (int j = 0; j < 3; j++)
      T.turn[i][j] = 1.5 * row[j] - 0.5 * (row[0] * square[0][j] + row[1] * square[1][j] + row[2] * square[2][j]);
    T.shift[i] = row[3];
  }
  const auto& R = T.turn;
  return R[0][0] * (R[1][1] * R[2][2] - R[1][2] * R[2][1]) -
             R[0][1] * (R[1][0] * R[2][2] - R[1][2] * R[2][0]) +
             R[0][2] * (R[1][0] * R[2][1] - R[1][1] * R[2][0]) > 0;
}

/// Norm of the rotation vector and the position error of a pose (4, 4), in rad and m; `scaled` is
/// the square with lengths in parts of another.
double residual(const Rigid& T, const double* pose, double& scaled, double length) {
  double turn = 0, gap = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const double off = pose[4 * i + j] - T.turn[i][j];
      turn += off * off;
    }
    const double off = pose[4 * i + 3] - T.shift[i];
    gap += off * off;
  }
  // rotations that differ by a small angle differ by sqrt(2) times as much in the Frobenius norm
  turn /= 2;
  scaled = turn + gap / (length * length);
  return std::sqrt(turn + gap);
}

/// Joint values from u: in (-pi, pi], in the order of their digits to the sixth.
void to_postures(const SixArm& arm, SplitAnswer& all) {
  constexpr double TURN = 6.283185307179586477, HALF = TURN / 2, AT_HALF = 1e-12;
  constexpr double FEW_TURNS = 3;  // more are not taken off one by one
  constexpr double DIGITS = 1e6, TO_WHOLE = 6755399441055744.0;  // adding this rounds
  double keys[MOST_POSTURES][SIX], sorted[MOST_POSTURES][SIX];
  int order[MOST_POSTURES] = {};
  for (int i = 0; i < all.count; i++) {
    for (int k = 0; k < SIX; k++) {
      double& q = all.u[i][k];
      q -= arm.offset[k];
      if (std::fabs(q) > FEW_TURNS * TURN) q = std::remainder(q, TURN);
      while (q > HALF) q -= TURN;
      while (q < AT_HALF - HALF) q += TURN;
      if (q > HALF) q = HALF;
      keys[i][k] = (q * DIGITS + TO_WHOLE) - TO_WHOLE;
    }
  }
  const auto before = [&keys](int a, int b) {
    for (int k = 0; k < SIX; k++)
      if (keys[a][k] != keys[b][k]) return keys[a][k] < keys[b][k];
    return false;
  };
  for (int i = 1; i < all.count; i++) {
    int at = i;
    for (; at > 0 && before(i, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = i;
  }
  const std::size_t size = sizeof all.u[0];
  for (int i = 0; i < all.count; i++) std::memcpy(sorted[i], all.u[order[i]], size);
  std::memcpy(all.u, sorted, std::size_t(all.count) * size);
}

/// Whether forward kinematics confirms every posture; their residuals.
bool verified(const Chain& chain, const SixArm& arm, const Rigid& T, const SplitAnswer& all,
              double* residuals) {
  double poses[MOST_POSTURES * 16];
  PoseJob job{};
  job.q = {all.u[0], SIX};
  job.out = poses;
  if (!kernels().fkine.many(chain, job, 0, std::size_t(all.count))) return false;
  for (int i = 0; i < all.count; i++) {
    double scaled;
    residuals[i] = residual(T, poses + 16 * i, scaled, arm.length);
    if (!(scaled < VERIFIED * VERIFIED)) return false;
  }
  return true;
}

PyObject* new_array(int dims, npy_intp count, int type) {
  npy_intp shape[2] = {count, SIX};
  return PyArray_SimpleNew(dims, shape, type);
}

void* data_of(const Ref& array) {
  return PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.get()));
}

/// So many times True, for good: an array that all answers of that length share.
PyObject* all_isolated(int count) {
  static PyObject* arrays[MOST_POSTURES + 1] = {};
  PyObject*& array = arrays[count];
  if (!array) {
    array = new_array(1, count, NPY_BOOL);
    if (!array) return nullptr;
    PyArrayObject* flags = reinterpret_cast<PyArrayObject*>(array);
    std::memset(PyArray_DATA(flags), 1, std::size_t(count));
    PyArray_CLEARFLAGS(flags, NPY_ARRAY_WRITEABLE);
  }
  Py_INCREF(array);
  return array;
}

/// A value of the answers' type with the shared fields and these postures.
PyObject* make_answer(const SolverOf& solver, const SplitAnswer& all, const double* residuals) {
  const std::size_t count = std::size_t(all.count);
  const Ref q(new_array(2, all.count, NPY_DOUBLE)), left(new_array(1, all.count, NPY_DOUBLE)),
      isolated(all_isolated(all.count));
  if (!q || !left || !isolated) return nullptr;
  std::memcpy(data_of(q), all.u, count * sizeof all.u[0]);
  std::memcpy(data_of(left), residuals, count * sizeof *residuals);
  const Ref nothing(PyTuple_New(0));
  static PyObject* const names[] = {PyUnicode_InternFromString("q"),
                                    PyUnicode_InternFromString("residual"),
                                    PyUnicode_InternFromString("isolated")};
  Ref fields(PyDict_Copy(solver.answer_fields()));
  if (!nothing || !fields || PyDict_SetItem(fields.get(), names[0], q.get()) < 0 ||
      PyDict_SetItem(fields.get(), names[1], left.get()) < 0 ||
      PyDict_SetItem(fields.get(), names[2], isolated.get()) < 0)
    return nullptr;
  PyTypeObject* type = reinterpret_cast<PyTypeObject*>(solver.answer_type());
  Ref answer(type->tp_new(type, nothing.get(), nullptr));
  if (!answer || PyObject_GenericSetDict(answer.get(), fields.get(), nullptr) < 0) return nullptr;
  return answer.release();
}

}  // namespace

PyObject* call_ikine_all(PyObject* const* values) {
  if (values[TOLERANCE] || values[SAMPLES] || (values[LIMITS] && values[LIMITS] != Py_False))
    return nullptr;
  const SolverOf solver(values[ROBOT]);
  Rigid T;
  if (!solver || !read_pose(values[TARGET], T)) return nullptr;
  SplitAnswer all;
  const bool certain = solver->wrist ? find_wrist_postures(solver->arm, T, all)
                                     : find_postures(solver->arm, T, all);
  // where there is none the reference says why
  if (!certain || all.count == 0) return nullptr;
  double residuals[MOST_POSTURES];
  to_postures(solver->arm, all);
  if (!verified(solver.chain(), solver->arm, T, all, residuals)) return nullptr;
  return make_answer(solver, all, residuals);
}

}  // namespace rvs
