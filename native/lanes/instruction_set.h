// What the kernels of one instruction set share: included inside `namespace rvs::RVS_SET`.
//
// No include guard: every set_*.cpp includes this once for its own set.  The namespaces keep the
// sets apart, so the linker never takes a function compiled for one machine to serve another.

// Lanes: several postures side by side, one in each element.  The kernels are templates over
// their number type V, which is double for one posture and Lanes for a batch.
#if defined(__GNUC__) && !defined(RVS_PLAIN_LANES)
typedef double Lanes __attribute__((vector_size(RVS_LANES * sizeof(double))));
typedef std::int64_t LaneBits __attribute__((vector_size(RVS_LANES * sizeof(double))));
#else
#include "lanes/plain_lanes.h"
#endif

template <class V>
struct Bits;
template <>
struct Bits<double> {
  typedef std::int64_t Type;
};
template <>
struct Bits<Lanes> {
  typedef LaneBits Type;
};

template <class V>
constexpr std::size_t lanes_of() {
  return sizeof(V) / sizeof(double);
}

RVS_INLINE double spread(double x, double) { return x; }
RVS_INLINE Lanes spread(double x, Lanes) { return x - Lanes{}; }

/// The same number in every lane.
template <class V>
RVS_INLINE V all(double x) {
  return spread(x, V{});
}

template <class To, class From>
RVS_INLINE To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "only types of one size have the same bits");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// Lane by lane `a` where every bit of the mask is set, `b` where none is.
template <class V>
RVS_INLINE V pick(typename Bits<V>::Type mask, V a, V b) {
  typedef typename Bits<V>::Type I;
  return same_bits<V>((mask & same_bits<I>(a)) | (~mask & same_bits<I>(b)));
}

// Comparisons give such masks.
RVS_INLINE std::int64_t above(double a, double b) { return -std::int64_t(a > b); }
RVS_INLINE LaneBits above(Lanes a, Lanes b) { return same_bits<LaneBits>(a > b); }

RVS_INLINE double magnitude(double x) { return std::fabs(x); }
RVS_INLINE Lanes magnitude(Lanes x) {
  const LaneBits sign = LaneBits{} + INT64_MIN;
  return same_bits<Lanes>(same_bits<LaneBits>(x) & ~sign);
}

RVS_INLINE double root(double x) { return std::sqrt(x); }
RVS_INLINE Lanes root(Lanes x) {
  Lanes y;
  for (int lane = 0; lane < RVS_LANES; lane++) y[lane] = std::sqrt(x[lane]);
  return y;
}

/// The element of a lane; a plain number has one.
RVS_INLINE double element(double x, std::size_t) { return x; }
RVS_INLINE double element(Lanes x, std::size_t lane) { return x[lane]; }

/// Whether every lane is within a bound; a NaN is not.
template <class V>
RVS_INLINE bool all_within(V x, double bound) {
  bool within = true;
  for (std::size_t lane = 0; lane < lanes_of<V>(); lane++)
    within &= std::fabs(element(x, lane)) <= bound;
  return within;
}

/// Whether every lane is above a bound; a NaN is not.
template <class V>
RVS_INLINE bool all_above(V x, double bound) {
  bool above = true;
  for (std::size_t lane = 0; lane < lanes_of<V>(); lane++) above &= element(x, lane) > bound;
  return above;
}
