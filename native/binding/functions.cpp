#include "binding/functions.h"

#include <cstring>

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
    {"rotation_vector", 1, {"R"}, call_rotation_vector},
    {"cut", 3, {"points", "counts", "values"}, call_cut},
    {"compared", 5, {"facets", "of", "wanted", "tie", "sliver"}, call_compared},
    {"nearer_parts", 6, {"facets", "one", "two", "crossing", "side", "least"}, call_nearer_parts},
    {"path_words", 2, {"lines", "closed"}, call_path_words},
    {"wide_rings", 2, {"rings", "least"}, call_wide_rings},
    {"numbered", 1, {"keys"}, call_numbered},
    {"rings", 5, {"groups", "starts", "ends", "places", "count"}, call_rings},
    {"connected", 3, {"one", "two", "count"}, call_connected},
    {"band_pieces", 7, {"points", "colors", "levels", "surface", "wide", "step", "most"},
     call_band_pieces},
    {"label_numbers", 1, {"labels"}, call_label_numbers},
    {"label_places", 8,
     {"numbers", "sizes", "lens", "page", "lines", "before", "searches", "moves"},
     call_label_places},
    {"drawn_labels", 5, {"labels", "numbers", "places", "lens", "depths"}, call_drawn_labels},
    {"settled_labels", 6, {"table", "wished", "fixed", "loose", "searches", "follows"},
     call_settled_labels},
    {"placed_points", 3, {"points", "solid", "poses"}, call_placed_points},
    {"shadow_rings", 5, {"vertices", "starts", "foot", "least", "tables"}, call_shadow_rings},
    {"segment_rows", 4, {"points", "alphas", "pairs", "looks"}, call_segment_rows},
    {"projected", 2, {"points", "lens"}, call_projected},
    {"needed_points", 5, {"points", "lens", "stray", "corner", "reach"}, call_needed_points},
    {"dash_starts", 3, {"rows", "lens", "reach"}, call_dash_starts},
    {"changed_runs", 3, {"rows", "held", "gap"}, call_changed_runs},
    {"edge_pixels", 4, {"mask", "far", "aslant", "near"}, call_edge_pixels},
    {"silhouette", 6, {"shapes", "rows", "lens", "depths", "page", "margin"}, call_silhouette},
    {"chosen_normals", 6, {"points", "triangles", "starts", "normals", "flats", "rules"},
     call_chosen_normals},
    {"reduced", 4, {"points", "triangles", "limits", "rules"}, call_reduced},
};

}  // namespace

const Function* find_function(const char* name) {
  for (const Function& function : FUNCTIONS)
    if (std::strcmp(function.name, name) == 0) return &function;
  return nullptr;
}

}  // namespace rvs
