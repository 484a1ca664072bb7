// The extension module rvs.engine._native.  Only rvs/engine/kernels.py imports it.
#define RVS_FILLS_NUMPY_TABLE
#include "binding/callable_type.h"
#include "binding/calls_search.h"
#include "binding/chain_type.h"
#include "binding/collider_type.h"
#include "binding/python_api.h"
#include "lanes/sets.h"
#include "binding/solver_type.h"

namespace {

PyObject* instruction_sets(PyObject*, PyObject*) {
  const std::vector<std::string> names = rvs::machine_sets();
  rvs::Ref list(PyList_New(0));
  if (!list) return nullptr;
  for (const std::string& name : names) {
    rvs::Ref text(PyUnicode_FromString(name.c_str()));
    if (!text || PyList_Append(list.get(), text.get()) < 0) return nullptr;
  }
  return list.release();
}

PyObject* instruction_set(PyObject*, PyObject*) {
  return PyUnicode_FromString(rvs::kernels().name);
}

PyObject* use_instruction_set(PyObject*, PyObject* name) {
  const char* text = PyUnicode_AsUTF8(name);
  if (!text) return nullptr;
  if (!rvs::use_set(text)) {
    PyErr_Format(PyExc_LookupError, "this machine has no instruction set %U", name);
    return nullptr;
  }
  Py_RETURN_NONE;
}

PyObject* threads(PyObject*, PyObject*) { return PyLong_FromUnsignedLong(rvs::threads()); }

PyObject* use_threads(PyObject*, PyObject* count) {
  const long number = PyLong_AsLong(count);
  if (number == -1 && PyErr_Occurred()) return nullptr;
  if (number < 1 || number > 1024) {
    PyErr_SetString(PyExc_ValueError, "threads: expected a number from 1 to 1024");
    return nullptr;
  }
  rvs::use_threads(unsigned(number));
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"instruction_sets", instruction_sets, METH_NOARGS, "Those of this machine, best first."},
    {"instruction_set", instruction_set, METH_NOARGS, "The one in use."},
    {"use_instruction_set", use_instruction_set, METH_O, "Use another one that is there."},
    {"threads", threads, METH_NOARGS, "How many threads a large batch may take."},
    {"use_threads", use_threads, METH_O, "Let a large batch take so many threads."},
    {"search", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(rvs::search)),
     METH_FASTCALL, "Postures for poses; see calls_search.h."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "rvs.engine._native",
                          "Kernels in C++; see native/README.md.",
                          -1,
                          functions,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__native() {
  import_array();
  rvs::Ref module(PyModule_Create(&definition));
  if (!module) return nullptr;
  // raised with every change of what kernels.py and the kernels say to each other
  if (PyModule_AddIntConstant(module.get(), "INTERFACE", 7) < 0) return nullptr;
  if (!rvs::ready_chain_type(module.get())) return nullptr;
  if (!rvs::ready_collider_type(module.get())) return nullptr;
  if (!rvs::ready_solver_type(module.get())) return nullptr;
  if (!rvs::ready_callable_type(module.get())) return nullptr;
  return module.release();
}
