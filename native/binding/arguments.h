// Arguments of Python calls, read without a word of Python.
//
// Nothing here explains what is wrong with an argument.  What a reader cannot take it declines,
// by returning false, and the call goes to the reference, which takes more or says what is wrong.
#pragma once

#include "binding/python_api.h"
#include "lanes/jobs.h"

namespace rvs {

/// What a robot keeps: the chain alone, or the chain with its masses.
enum class Need { GEOMETRY, MASSES };

/// The compiled chain of a robot; none for anything else, or without the masses that are needed.
class ChainOf {
 public:
  ChainOf(PyObject* robot, Need need);
  explicit operator bool() const { return chain_ != nullptr; }
  const Chain& operator*() const { return *chain_; }
  const Chain* operator->() const { return chain_; }

  static PyObject* type;  // of Chain in Python

 private:
  nb::object owner_;
  const Chain* chain_ = nullptr;
};

/// What a robot keeps under a name, if that is of a type; null for anything else.
nb::object kept_by(PyObject* robot, PyObject* name, PyObject* type);

/// Numbers of an argument, one behind the other; kept alive as long as this value.
struct Numbers : Readable {
  const double* data = nullptr;
  int dims = 0;
  npy_intp shape[2] = {0, 0};

  /// From an array of up to two dimensions, or a list or tuple of plain numbers.
  bool read(nb::handle value);
  bool is_row(npy_intp count) const { return dims == 1 && shape[0] == count; }
  bool is_table(npy_intp count) const { return dims == 2 && shape[1] == count; }

 private:
  nb::object owner_;
  bool read_array(PyArrayObject* array);
  bool read_sequence(PyObject* values);
};

/// Joint vectors that belong together: rows (n,), or tables (m, n) of one m.
class Postures {
 public:
  explicit Postures(npy_intp n) : n_(n) {}

  bool read(PyObject* value, Numbers& numbers, Rows& rows);
  bool is_batch() const { return batch_; }
  /// How many postures there are.
  npy_intp count() const { return batch_ ? count_ : 1; }

 private:
  npy_intp n_, count_ = 0;
  bool batch_ = false;
};

/// True or False and nothing else; an omitted argument leaves the flag as it is.
bool read_flag(PyObject* value, bool& flag);

/// A whole number from lowest to highest.
bool read_index(PyObject* value, int lowest, int highest, int& index);

/// An array (..., shape) with the leading count of a batch, if it is one.
PyArrayObject* new_result(const Postures& postures, int own_dims, npy_intp a, npy_intp b = 0,
                          npy_intp c = 0);

}  // namespace rvs
