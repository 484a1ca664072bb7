#include "binding/arguments.h"

#include <climits>

namespace rvs {

nb::object kept_by(PyObject* robot, PyObject* name, PyObject* type) {
  nb::object value = nb::steal(PyObject_GetAttr(robot, name));
  // no robot, or one without masses: the reference will say it.  Ctrl+C is nobody's mistake.
  if (!value && PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
  if (value && reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())) != type) value.reset();
  return value;
}

bool Numbers::read(nb::handle given) {
  PyObject* value = given.ptr();
  if (PyArray_CheckExact(value)) return read_array(reinterpret_cast<PyArrayObject*>(value));
  if (PyList_CheckExact(value) || PyTuple_CheckExact(value)) return read_sequence(value);
  return false;
}

bool Numbers::read_array(PyArrayObject* array) {
  if (PyArray_NDIM(array) < 1 || PyArray_NDIM(array) > 2) return false;
  if (PyArray_TYPE(array) == NPY_DOUBLE && PyArray_ISCARRAY_RO(array)) {
    owner_ = nb::borrow(reinterpret_cast<PyObject*>(array));
  } else {
    // any other layout of real numbers is copied; complex numbers, texts and objects are not ours
    const int type = PyArray_TYPE(array);
    if (!PyTypeNum_ISINTEGER(type) && !PyTypeNum_ISFLOAT(type) && !PyTypeNum_ISBOOL(type))
      return false;
    owner_ = nb::steal(PyArray_FROMANY(reinterpret_cast<PyObject*>(array), NPY_DOUBLE, 1, 2,
                                 NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST));
    if (!owner_) return false;
    array = reinterpret_cast<PyArrayObject*>(owner_.ptr());
  }
  data = static_cast<const double*>(PyArray_DATA(array));
  dims = PyArray_NDIM(array);
  for (int i = 0; i < dims; i++) shape[i] = PyArray_DIM(array, i);
  return true;
}

bool Numbers::read_sequence(PyObject* values) {
  npy_intp count = PySequence_Fast_GET_SIZE(values);
  owner_ = nb::steal(PyArray_SimpleNew(1, &count, NPY_DOUBLE));
  if (!owner_) return false;
  auto* copy = static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(owner_.ptr())));
  for (npy_intp i = 0; i < count; i++) {
    PyObject* item = PySequence_Fast_GET_ITEM(values, i);
    if (!PyFloat_Check(item) && !PyLong_CheckExact(item)) return false;
    copy[i] = PyFloat_AsDouble(item);
    if (copy[i] == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();  // a whole number beyond all floats
      return false;
    }
  }
  data = copy;
  dims = 1;
  shape[0] = count;
  return true;
}

bool Postures::read(PyObject* value, Numbers& numbers, Rows& rows) {
  if (!value || !numbers.read(value)) return false;
  rows.data = numbers.data;
  rows.stride = 0;
  if (numbers.is_row(n_)) return true;
  if (!numbers.is_table(n_)) return false;
  if (batch_ && count_ != numbers.shape[0]) return false;
  batch_ = true;
  count_ = numbers.shape[0];
  rows.stride = std::size_t(n_);
  return true;
}

bool read_flag(PyObject* value, bool& flag) {
  if (!value) return true;
  if (value != Py_True && value != Py_False) return false;
  flag = value == Py_True;
  return true;
}

bool read_index(PyObject* value, int lowest, int highest, int& index) {
  if (!PyLong_CheckExact(value)) return false;
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(value, &overflow);
  if (overflow || number < lowest || number > highest) return false;
  index = int(number);
  return true;
}

PyArrayObject* new_result(const Postures& postures, int own_dims, npy_intp a, npy_intp b,
                          npy_intp c) {
  npy_intp shape[4] = {postures.count(), a, b, c};
  const int leading = postures.is_batch() ? 1 : 0;
  return reinterpret_cast<PyArrayObject*>(
      PyArray_SimpleNew(leading + own_dims, shape + 1 - leading, NPY_DOUBLE));
}

}  // namespace rvs
