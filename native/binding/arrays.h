// What the functions that nanobind binds take and give: arrays of NumPy, and values that hold some.
//
// nanobind checks the type, the number of dimensions and the order of an argument, and keeps it
// alive.  What it cannot take is a TypeError, which `accelerated` of rvs/engine/kernels.py turns
// into a call of the Python function.  Arrays are read through NumPy itself: by DLPack, as
// `nb::ndarray` does it, each would take 0.2 µs in place of 0.01.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <vector>

#include "binding/python_api.h"

namespace rvs {

/// Hand the call to the Python function.
[[noreturn]] inline void decline() { throw nb::next_overload(); }
inline void require(bool fine) {
  if (!fine) decline();
}

template <class T>
constexpr int ELEMENT = NPY_VOID;
template <>
inline constexpr int ELEMENT<double> = NPY_DOUBLE;
template <>
inline constexpr int ELEMENT<float> = NPY_FLOAT;
template <>
inline constexpr int ELEMENT<std::int64_t> = NPY_INT64;
template <>
inline constexpr int ELEMENT<std::int32_t> = NPY_INT32;
template <>
inline constexpr int ELEMENT<std::uint8_t> = NPY_UINT8;
template <>
inline constexpr int ELEMENT<bool> = NPY_BOOL;

constexpr npy_intp ANY = -1;

/// An array in C order of a shape, read as it is and kept alive as long as this value.
template <class T, npy_intp... SHAPE>
struct Array : Readable {
  const T* data = nullptr;
  std::size_t rows = 0;  // the first dimension
  std::size_t size = 0;  // how many numbers
  npy_intp shape[sizeof...(SHAPE)] = {};

  bool read(nb::handle value) {
    constexpr npy_intp wanted[] = {SHAPE...};
    constexpr int dims = sizeof...(SHAPE);
    if (!PyArray_CheckExact(value.ptr())) return false;
    auto* array = reinterpret_cast<PyArrayObject*>(value.ptr());
    if (PyArray_TYPE(array) != ELEMENT<T> || PyArray_NDIM(array) != dims ||
        !PyArray_ISCARRAY_RO(array))
      return false;
    for (int i = 0; i < dims; i++) {
      shape[i] = PyArray_DIM(array, i);
      if (wanted[i] != ANY && shape[i] != wanted[i]) return false;
    }
    owner_ = nb::borrow(value);
    data = static_cast<const T*>(PyArray_DATA(array));
    rows = std::size_t(shape[0]);
    size = std::size_t(PyArray_SIZE(array));
    return true;
  }
  const T* end() const { return data + size; }
  nb::object object() const { return owner_; }
  /// The numbers of a row as one value, such as a point.
  template <class Row>
  const Row* as() const {
    return reinterpret_cast<const Row*>(data);
  }
  /// Whether all numbers are from 0 to below a limit.
  bool below(std::size_t limit) const {
    return std::all_of(data, end(), [&](T k) { return k >= 0 && std::size_t(k) < limit; });
  }

 private:
  nb::object owner_;
};

/// Read a field of a Python value.
template <class T>
bool read_field(nb::handle owner, const char* name, T& to) {
  const nb::object value = nb::steal(PyObject_GetAttrString(owner.ptr(), name));
  if (!value) PyErr_Clear();
  return value && nb::try_cast(value, to, false);
}

/// A new array of a shape, whose numbers are to be written.
template <class T>
struct NewArray {
  NewArray(std::initializer_list<npy_intp> shape) : NewArray(shape.begin(), shape.size()) {}
  NewArray(const npy_intp* shape, std::size_t dims)
      : array(nb::steal(PyArray_New(&PyArray_Type, int(dims), shape, ELEMENT<T>, nullptr, nullptr,
                                    0, 0, nullptr))) {
    if (!array) throw nb::python_error();
    data = static_cast<T*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.ptr())));
  }
  nb::object array;
  T* data;
};

/// A new array with the numbers of a vector, `width` in a row if it has two dimensions.
template <class T, class As = T>
nb::object array_of(const std::vector<T>& values, npy_intp width = 0) {
  const auto size = npy_intp(values.size());
  const NewArray<As> made = width ? NewArray<As>{size / width, width} : NewArray<As>{size};
  std::copy(values.begin(), values.end(), made.data);
  return made.array;
}

template <class Function, class... Names>
void add(nb::module_& module, const char* name, Function function, Names... parameters) {
  module.def(name, function, nb::arg(parameters)...);
}

}  // namespace rvs

/// Lets nanobind read such arguments.
template <class T>
struct nanobind::detail::type_caster<
    T, nanobind::detail::enable_if_t<std::is_base_of_v<rvs::Readable, T>>> {
  NB_TYPE_CASTER(T, const_name("object"))
  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    return value.read(source);
  }
};
