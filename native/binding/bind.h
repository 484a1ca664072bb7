// The functions and types that nanobind binds, by subject.
#pragma once

#include "binding/python_api.h"

namespace rvs {

void bind_callable(nb::module_& module);
void bind_robots(nb::module_& module);
void bind_inverse(nb::module_& module);
void bind_collider(nb::module_& module);
void bind_figures(nb::module_& module);
void bind_drawing(nb::module_& module);
void bind_shadows(nb::module_& module);
void bind_meshes(nb::module_& module);

}  // namespace rvs
