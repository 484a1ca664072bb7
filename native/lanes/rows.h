// Between rows in memory and lanes: lane i of a number belongs to row i of a slice.

/// The rows that one run of a kernel does: as many as there are lanes, fewer at the end.
struct Slice {
  std::size_t row, count;
};

/// Finds numbers that are not finite: 0 times one is not 0.
template <class V>
struct Probe {
  V sum;
  // written out: a compiler's own constructor would not be of this instruction set
  RVS_INLINE Probe() : sum(all<V>(0.0)) {}
  RVS_INLINE void see(const V& x) { sum += 0.0 * x; }
  RVS_INLINE bool clean() const { return all_within(sum, 0.0); }
};

/// Room for `count` numbers: on the stack for robots of usual size, on the heap for longer ones.
template <class T, int NEAR>
class Room {
 public:
  RVS_INLINE explicit Room(int count) : far_(count > NEAR ? new T[count] : nullptr) {}
  RVS_INLINE T& operator[](int i) { return data()[i]; }
  RVS_INLINE T* data() { return far_ ? far_.get() : near_; }

 private:
  T near_[NEAR];
  std::unique_ptr<T[]> far_;
};

constexpr int USUAL_JOINTS = 16;

template <class T>
struct PerJoint : Room<T, USUAL_JOINTS> {
  RVS_INLINE explicit PerJoint(const Chain& chain) : Room<T, USUAL_JOINTS>(chain.n()) {}
};

/// Read `count` numbers a row.  Lanes beyond the end repeat the last row.
template <class V>
RVS_INLINE void load(const Rows& rows, int count, Slice slice, V* into, Probe<V>& probe) {
  alignas(V) double lanes[lanes_of<V>()];
  for (int j = 0; j < count; j++) {
    for (std::size_t lane = 0; lane < lanes_of<V>(); lane++) {
      const std::size_t row = slice.row + (lane < slice.count ? lane : slice.count - 1);
      lanes[lane] = rows.data[row * rows.stride + j];
    }
    std::memcpy(&into[j], lanes, sizeof(V));
    probe.see(into[j]);
  }
}

/// Read joint values.  Those of 2^40 (rad, m) and more decline as what is not finite does: they leave
/// no digits for angles and places (FARTHEST_JOINT of rvs/engine/arrays.py).
template <class V>
RVS_INLINE void load_posture(const Rows& rows, int count, Slice slice, V* into, Probe<V>& probe) {
  constexpr double BEYOND_ALL = 0x1p984;  // times 2^40 it is infinite
  load(rows, count, slice, into, probe);
  for (int j = 0; j < count; j++) probe.see(into[j] * BEYOND_ALL);
}

/// Write `count` numbers a row into rows that lie one behind the other.
template <class V>
RVS_INLINE void store(const V* from, int count, Slice slice, double* out, Probe<V>& probe) {
  for (int j = 0; j < count; j++) probe.see(from[j]);
  double* row = out + slice.row * count;
  for (std::size_t lane = 0; lane < slice.count; lane++, row += count)
    for (int j = 0; j < count; j++) row[j] = element(from[j], lane);
}
