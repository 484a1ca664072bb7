// The extension module rvs.engine._native.  Only rvs/engine/kernels.py imports it.
#define RVS_FILLS_NUMPY_TABLE
#include "binding/python_api.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "binding/bind.h"
#include "lanes/sets.h"

namespace rvs {

namespace {

void use_named_set(const std::string& name) {
  if (!use_set(name)) throw nb::key_error(("this machine has no " + name).c_str());
}

void use_so_many_threads(unsigned count) {
  if (count < 1 || count > 1024) throw nb::value_error("threads: expected a number from 1 to 1024");
  use_threads(count);
}

}  // namespace

}  // namespace rvs

NB_MODULE(_native, module) {
  if (_import_array() < 0) throw nanobind::python_error();
  // functions and types live until the process ends
  nanobind::set_leak_warnings(false);
  // raised with every change of what kernels.py and the kernels say to each other
  module.attr("INTERFACE") = 7;
  module.def("instruction_sets", rvs::machine_sets, "Those of this machine, best first.");
  module.def("instruction_set", [] { return rvs::kernels().name; }, "The one in use.");
  module.def("use_instruction_set", rvs::use_named_set, "Use another one that is there.");
  module.def("threads", rvs::threads, "How many threads a large batch may take.");
  module.def("use_threads", rvs::use_so_many_threads, "Let a large batch take so many threads.");
  rvs::bind_callable(module);
  rvs::bind_robots(module);
  rvs::bind_inverse(module);
  rvs::bind_collider(module);
  rvs::bind_figures(module);
  rvs::bind_drawing(module);
  rvs::bind_shadows(module);
  rvs::bind_meshes(module);
}
