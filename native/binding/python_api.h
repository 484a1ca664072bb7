// Python, nanobind and NumPy for the files of the extension.  module.cpp alone fills NumPy's table.
#pragma once

#include <nanobind/nanobind.h>

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL rvs_native_numpy
#ifndef RVS_FILLS_NUMPY_TABLE
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

namespace rvs {

namespace nb = nanobind;

/// A type with `bool read(nb::handle)`, which an argument of a bound function can have.
struct Readable {};

}  // namespace rvs
