// A Callable answers calls by a kernel, and hands those that the kernel declines to the Python
// function that it stands for.  `functools.update_wrapper` gives it that one's name, docstring and
// signature, so help, doctest and inspect see no difference.

#include <cstddef>
#include <cstring>
#include <new>

#include "binding/bind.h"
#include "binding/functions.h"

namespace rvs {

namespace {

const Function FUNCTIONS[] = {
    {"fkine", 2, {"robot", "q"}, call_fkine},
    {"frames", 2, {"robot", "q"}, call_frames},
    {"jacobian", 5, {"robot", "q", "frame", "link", "active"}, call_jacobian},
    {"pose_conditions", 4, {"robot", "q", "length", "two"}, call_pose_conditions},
    {"rne", 4, {"robot", "q", "qd", "qdd", "gravity", "wrench", "friction", "motor"}, call_rne},
    {"inertia", 2, {"robot", "q"}, call_inertia},
    {"accel", 4, {"robot", "q", "qd", "tau", "gravity", "wrench", "friction"}, call_accel},
    {"joint_accelerations", 7, {"robot", "q", "qd", "tau", "base", "wrench", "friction"},
     call_joint_accelerations},
    {"ikine_all", 2, {"robot", "T", "limits", "tolerance", "samples"}, call_ikine_all},
};

const Function* find_function(const char* name) {
  for (const Function& function : FUNCTIONS)
    if (std::strcmp(function.name, name) == 0) return &function;
  return nullptr;
}

struct Callable {
  PyObject_HEAD
  vectorcallfunc vectorcall;
  PyObject* reference;
  PyObject* dict;
  const Function* function;
  PyObject* names[MOST_PARAMETERS];  // interned
};

Callable* as_callable(PyObject* self) { return reinterpret_cast<Callable*>(self); }

/// Which parameter a keyword names; -1 for none.
int find_parameter(const Callable* self, PyObject* keyword) {
  for (int i = 0; i < MOST_PARAMETERS && self->names[i]; i++)
    if (self->names[i] == keyword) return i;
  for (int i = 0; i < MOST_PARAMETERS && self->names[i]; i++)
    if (PyUnicode_Compare(self->names[i], keyword) == 0) return i;
  return -1;
}

/// Put arguments where their parameters are; false where they do not fit.
bool arrange(const Callable* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords,
             PyObject** values) {
  if (count > self->function->positional) return false;
  for (Py_ssize_t i = 0; i < count; i++) values[i] = args[i];
  const Py_ssize_t named = keywords ? PyTuple_GET_SIZE(keywords) : 0;
  for (Py_ssize_t i = 0; i < named; i++) {
    const int at = find_parameter(self, PyTuple_GET_ITEM(keywords, i));
    if (at < 0 || values[at]) return false;
    values[at] = args[count + i];
  }
  return values[0] != nullptr;
}

PyObject* call(PyObject* self, PyObject* const* args, std::size_t flags, PyObject* keywords) {
  const Callable* callable = as_callable(self);
  PyObject* values[MOST_PARAMETERS] = {};
  if (arrange(callable, args, PyVectorcall_NARGS(flags), keywords, values)) {
    try {
      PyObject* answer = callable->function->answer(values);
      if (answer || PyErr_Occurred()) return answer;
    } catch (const std::bad_alloc&) {
      return PyErr_NoMemory();
    }
  }
  return PyObject_Vectorcall(callable->reference, args, flags, keywords);
}

PyObject* make(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* reference;
  if (!PyArg_ParseTuple(args, "O:Callable", &reference)) return nullptr;
  const nb::object name = nb::steal(PyObject_GetAttrString(reference, "__name__"));
  const char* text = name ? PyUnicode_AsUTF8(name.ptr()) : nullptr;
  if (!text) return nullptr;
  const Function* function = find_function(text);
  if (!function) {
    PyErr_Format(PyExc_LookupError, "no kernel is named %U", name.ptr());
    return nullptr;
  }
  nb::object self = nb::steal(type->tp_alloc(type, 0));
  if (!self) return nullptr;
  Callable* callable = as_callable(self.ptr());
  callable->vectorcall = call;
  callable->function = function;
  Py_INCREF(reference);
  callable->reference = reference;
  for (int i = 0; i < MOST_PARAMETERS && function->parameters[i]; i++) {
    callable->names[i] = PyUnicode_InternFromString(function->parameters[i]);
    if (!callable->names[i]) return nullptr;
  }
  return self.release().ptr();
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(as_callable(self)->reference);
  Py_VISIT(as_callable(self)->dict);
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(as_callable(self)->reference);
  Py_CLEAR(as_callable(self)->dict);
  return 0;
}

void destroy(PyObject* self) {
  PyObject_GC_UnTrack(self);
  clear(self);
  for (PyObject* name : as_callable(self)->names) Py_XDECREF(name);
  Py_TYPE(self)->tp_free(self);
}

/// As a method of a class it gets the instance first, like any function.
PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
  if (instance && instance != Py_None) return PyMethod_New(self, instance);
  Py_INCREF(self);
  return self;
}

PyObject* describe(PyObject* self) {
  return PyUnicode_FromFormat("<native function %s>", as_callable(self)->function->name);
}

/// Functions are pickled by name.
PyObject* reduce(PyObject* self, PyObject*) { return PyObject_GetAttrString(self, "__qualname__"); }

PyMethodDef methods[] = {{"__reduce__", reduce, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

PyGetSetDef attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyTypeObject CallableType = {PyVarObject_HEAD_INIT(nullptr, 0)};

}  // namespace

void bind_callable(nb::module_& module) {
  CallableType.tp_name = "rvs.engine._native.Callable";
  CallableType.tp_doc = "A function of the engine, answered by the kernel of its name.";
  CallableType.tp_basicsize = sizeof(Callable);
  CallableType.tp_dictoffset = offsetof(Callable, dict);
  CallableType.tp_vectorcall_offset = offsetof(Callable, vectorcall);
  CallableType.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                          Py_TPFLAGS_METHOD_DESCRIPTOR;
  CallableType.tp_new = make;
  CallableType.tp_call = PyVectorcall_Call;
  CallableType.tp_traverse = traverse;
  CallableType.tp_clear = clear;
  CallableType.tp_dealloc = destroy;
  CallableType.tp_descr_get = bind;
  CallableType.tp_repr = describe;
  CallableType.tp_methods = methods;
  CallableType.tp_getset = attributes;
  if (PyType_Ready(&CallableType) < 0) throw nb::python_error();
  module.attr("Callable") = nb::handle(reinterpret_cast<PyObject*>(&CallableType));
}

}  // namespace rvs
