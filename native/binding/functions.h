// The functions of the engine that have a kernel, one entry each.
#pragma once

#include "binding/python_api.h"

namespace rvs {

constexpr int MOST_PARAMETERS = 8;

/// A function of the engine: its parameters, and what answers a call.
struct Function {
  const char* name;
  int positional;                            // parameters behind these go by keyword only
  const char* parameters[MOST_PARAMETERS];   // the rest is null
  /// A new reference, or null: with a Python error, or without one if the reference shall answer.
  /// An argument that was left out is null.
  PyObject* (*answer)(PyObject* const* values);
};

PyObject* call_fkine(PyObject* const* values);
PyObject* call_frames(PyObject* const* values);
PyObject* call_jacobian(PyObject* const* values);
PyObject* call_pose_conditions(PyObject* const* values);
PyObject* call_rne(PyObject* const* values);
PyObject* call_inertia(PyObject* const* values);
PyObject* call_accel(PyObject* const* values);
PyObject* call_joint_accelerations(PyObject* const* values);
PyObject* call_ikine_all(PyObject* const* values);
PyObject* call_rotation_vector(PyObject* const* values);
PyObject* call_cut(PyObject* const* values);
PyObject* call_compared(PyObject* const* values);
PyObject* call_nearer_parts(PyObject* const* values);
PyObject* call_wide_rings(PyObject* const* values);
PyObject* call_path_words(PyObject* const* values);
PyObject* call_numbered(PyObject* const* values);
PyObject* call_rings(PyObject* const* values);
PyObject* call_connected(PyObject* const* values);
PyObject* call_band_pieces(PyObject* const* values);
PyObject* call_label_numbers(PyObject* const* values);
PyObject* call_label_places(PyObject* const* values);
PyObject* call_drawn_labels(PyObject* const* values);
PyObject* call_settled_labels(PyObject* const* values);
PyObject* call_placed_points(PyObject* const* values);
PyObject* call_shadow_rings(PyObject* const* values);
PyObject* call_segment_rows(PyObject* const* values);
PyObject* call_projected(PyObject* const* values);
PyObject* call_needed_points(PyObject* const* values);
PyObject* call_dash_starts(PyObject* const* values);
PyObject* call_changed_runs(PyObject* const* values);
PyObject* call_edge_pixels(PyObject* const* values);
PyObject* call_silhouette(PyObject* const* values);
PyObject* call_chosen_normals(PyObject* const* values);
PyObject* call_reduced(PyObject* const* values);

/// The function of a name, or null.
const Function* find_function(const char* name);

}  // namespace rvs
