// What the kernels are asked, and the table of kernels of one instruction set.
//
// A job is plain data: where the rows of numbers lie and where the results go.  The rows of a
// batch are independent, so any range of them can be done by any thread.
#pragma once

#include <cstddef>

#include "robots/chain.h"
#include "inverse/six_arm.h"

namespace rvs {

/// Rows of numbers; with stride 0 one row serves the whole batch.
struct Rows {
  const double* data = nullptr;
  std::size_t stride = 0;
};

/// Poses of the tool (4, 4), or of all frames (n + 1, 4, 4).
struct PoseJob {
  Rows q;
  double* out;
};

struct JacobianJob {
  static constexpr int WORLD = -2, TOOL = -1;
  Rows q;
  int axes = WORLD;      // or TOOL, or the number of a frame
  int link = 0;          // the frame whose origin is the point; 0: the tool point
  bool space = false;    // the point is the world's origin
  bool active = false;   // locked joints have no column
  double* out;
};

/// Condition number and length (2,).
struct ConditionJob {
  Rows q;
  double length = 0;     // 0: the best one
  bool two = false;      // the 2-norm; otherwise the weighted Frobenius norm
  double* out;
};

/// Torques of a motion, or accelerations of torques.
struct DynamicsJob {
  Rows q, qd, last;       // last: accelerations, or torques
  Rows wrench;            // data is null where there is none
  double gravity[3];
  bool friction = true;
  bool motor = true;
  double* out;
};

struct InertiaJob {
  Rows q;
  double* out;
};

/// What the search for a pose came to.
struct SearchResult {
  double residual;   // rad and m together
  int steps;
  bool blocked;      // a posture outside the limits reaches the pose
};

/// Postures for poses, one after the other.  Vectors have an entry for each joint.
struct SearchJob {
  const double* targets;    // (count, 4, 4)
  std::size_t count;
  const double* start;
  const double *lower, *upper;   // limits
  const double *from, *to;       // where random starts lie
  const bool* moving;
  double scale[6];          // factors of the errors, 0 for those that do not count
  int link;                 // 0: the tool
  bool limits;
  double tolerance;
  int iterations, attempts;
  double damping;           // in parts of the squared error
  int patience;             // steps in which the error has to halve
  double no_step, at_limit;
  double* q;                // (count, n)
  double* blocked;          // of the last pose
  SearchResult* results;
};

/// A kernel.  False: a number is not finite or a matrix is not regular; then the reference has to
/// say what is wrong.
template <class Job>
struct Kernel {
  bool (*one)(const Chain&, const Job&);                                         // a posture
  bool (*many)(const Chain&, const Job&, std::size_t begin, std::size_t end);    // rows of a batch
};

/// The kernels of one instruction set.
struct Kernels {
  const char* name;
  Kernel<PoseJob> fkine;
  Kernel<PoseJob> frames;
  Kernel<JacobianJob> jacobian;
  Kernel<ConditionJob> condition;
  Kernel<DynamicsJob> rne;
  Kernel<InertiaJob> inertia;
  Kernel<DynamicsJob> accel;
  void (*solve_split)(const Rigid* loop, Split, bool thorough, const SplitAnswer* known, SplitAnswer&);
  double (*smallest_pivot)(const Rigid* loop, const double* u);
  void (*arc_tangents)(const double* sines, const double* cosines, int count, double* angles);
  std::size_t (*furthest)(const double* x, const double* y, const double* z, std::size_t count,
                          const double* direction);
  /// How many poses were reached before one was not.
  std::size_t (*search)(const Chain&, const SearchJob&);
};

}  // namespace rvs
