// Arrays of any number type between Python and the kernels of figures: read as they are or declined.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "binding/python_api.h"

namespace rvs {

template <class T>
struct ArrayType;
template <>
struct ArrayType<double> {
  static constexpr int NUMBER = NPY_DOUBLE;
};
template <>
struct ArrayType<float> {
  static constexpr int NUMBER = NPY_FLOAT;
};
template <>
struct ArrayType<std::int64_t> {
  static constexpr int NUMBER = NPY_INT64;
};
template <>
struct ArrayType<npy_bool> {
  static constexpr int NUMBER = NPY_BOOL;
};

/// Values of an array one behind the other; the array is kept alive as long as this value.
template <class T, int NUMBER = ArrayType<T>::NUMBER>
struct Table {
  const T* data = nullptr;
  npy_intp rows = 0;  // the first dimension
  npy_intp width = 1;  // all others together
  npy_intp last = 1;  // the last dimension

  /// False if it is not a contiguous array of this type with so many dimensions.
  bool read(PyObject* value, int dims) {
    if (!value || !PyArray_CheckExact(value)) return false;
    auto* array = reinterpret_cast<PyArrayObject*>(value);
    if (PyArray_TYPE(array) != NUMBER || PyArray_NDIM(array) != dims ||
        !PyArray_ISCARRAY_RO(array))
      return false;
    Py_INCREF(value);
    owner_ = Ref(value);
    data = static_cast<const T*>(PyArray_DATA(array));
    rows = PyArray_DIM(array, 0);
    for (int i = 1; i < dims; i++) width *= PyArray_DIM(array, i);
    last = PyArray_DIM(array, dims - 1);
    return true;
  }
  /// The same for an attribute of a value.
  bool read(PyObject* value, const char* attribute, int dims) {
    if (!value) return false;
    const Ref found(PyObject_GetAttrString(value, attribute));
    if (!found) PyErr_Clear();
    return found && read(found.get(), dims);
  }

 private:
  Ref owner_;
};

/// A new array with the values of a vector, `width` in a row if it has two dimensions.
template <class T>
PyObject* array_of(const T* values, npy_intp rows, npy_intp width = 0) {
  npy_intp shape[2] = {rows, width};
  PyObject* array = PyArray_SimpleNew(width ? 2 : 1, shape, ArrayType<T>::NUMBER);
  if (!array || !rows) return array;
  const auto bytes = std::size_t(rows) * std::size_t(width ? width : 1) * sizeof(T);
  std::memcpy(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array)), values, bytes);
  return array;
}

template <class T>
PyObject* array_of(const std::vector<T>& values) {
  return array_of(values.data(), npy_intp(values.size()));
}

}  // namespace rvs
