// Distances of bodies: rvs/study/collider.py, which hands over what rvs/study/shapes.py made.
#include "binding/arrays.h"
#include "binding/bind.h"
#include "distances/collider.h"

namespace rvs {

namespace {

using space::Collider;
using Reals = Array<double, ANY>;
using Points = Array<double, ANY, 3>;
using Starts = Array<std::int64_t, ANY>;

void check(bool fits) {
  if (!fits) throw nb::value_error("the starts, poses or pairs do not fit the arrays");
}

/// From where to where each part of a table goes; all of them make it up.
void check_starts(const Starts& starts, std::size_t parts, std::size_t total) {
  check(starts.rows == parts + 1 && starts.data[0] == 0 &&
        starts.data[parts] == std::int64_t(total) && std::is_sorted(starts.data, starts.end()));
}

/// Call work(part, from, to) for the parts of a body that are not empty.
template <class Work>
void each(const Starts& bodies, std::size_t body, const Starts& starts, Work work) {
  for (auto k = bodies.data[body]; k < bodies.data[body + 1]; k++)
    if (starts.data[k] < starts.data[k + 1])
      work(k, starts.data[k], std::size_t(starts.data[k + 1] - starts.data[k]));
}

void make_collider(Collider* self, const Points& points, const Starts& piece_starts,
                   const Reals& radii, const Starts& body_starts,
                   const Array<double, ANY, 9>& triangles, const Starts& shell_starts,
                   const Starts& body_shells, const Points& probes, const Starts& body_probes,
                   const Starts& grounds) {
  check(shell_starts.rows > 0);
  check_starts(piece_starts, radii.rows, points.rows);
  check_starts(body_starts, grounds.rows, radii.rows);
  check_starts(shell_starts, shell_starts.rows - 1, triangles.rows);
  check_starts(body_shells, grounds.rows, shell_starts.rows - 1);
  check_starts(body_probes, grounds.rows, probes.rows);
  Collider collider;
  collider.bodies.resize(grounds.rows);
  for (std::size_t i = 0; i < grounds.rows; i++) {
    space::Body& body = collider.bodies[i];
    body.ground = grounds.data[i] != 0;
    each(body_starts, i, piece_starts, [&](auto piece, auto from, auto count) {
      collider.add_piece(body, points.data + 3 * from, count, radii.data[piece]);
    });
    each(body_shells, i, shell_starts, [&](auto, auto from, auto count) {
      collider.add_shell(body, triangles.data + 9 * from, count);
    });
    for (auto k = body_probes.data[i]; k < body_probes.data[i + 1]; k++)
      body.probes.push_back({probes.data[3 * k], probes.data[3 * k + 1], probes.data[3 * k + 2]});
  }
  collider.finish();
  new (self) Collider(std::move(collider));
}

/// Which pairs are near, and the eight numbers of each.
nb::object measure(const Collider& self, const Array<double, ANY, 16>& poses,
                   const Array<std::int64_t, ANY, 2>& pairs, double margin, bool nearest,
                   bool deep) {
  check(poses.rows == self.bodies.size() && pairs.below(self.bodies.size()));
  std::vector<space::Answer> found;
  {
    nb::gil_scoped_release unlocked;
    found = self.measure({poses.data, pairs.data, pairs.rows, margin, nearest, deep});
  }
  const auto count = npy_intp(found.size());
  const NewArray<std::int64_t> which{count};
  const NewArray<double> rows{count, 8};
  double* row = rows.data;
  for (std::size_t k = 0; k < found.size(); k++) {
    const auto& [distance, depth, a, b] = found[k].measured;
    which.data[k] = std::int64_t(found[k].pair);
    for (const double number : {distance, depth, a.x, a.y, a.z, b.x, b.y, b.z}) *row++ = number;
  }
  return nb::make_tuple(which.array, rows.array);
}

}  // namespace

void bind_collider(nb::module_& module) {
  nb::class_<Collider>(module, "Collider", "The bodies of a checker as the kernels read them.")
      .def("__init__", make_collider)
      .def("measure", measure);
}

}  // namespace rvs
