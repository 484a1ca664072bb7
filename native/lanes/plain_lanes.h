// Lanes in plain C++, for compilers without the vector types of GCC and Clang: the same operators,
// element by element, with the same results.
//
// No include guard: instruction_set.h includes this once for each set, inside its namespace.

#define RVS_EACH(expression)                                            \
  for (std::size_t lane = 0; lane < RVS_LANES; lane++) y[lane] = expression; \
  return y
#define RVS_OPERATOR(Type, Number, sign)                                \
  RVS_INLINE Type operator sign(const Type& a, const Type& b) {         \
    Type y;                                                             \
    RVS_EACH(a[lane] sign b[lane]);                                     \
  }                                                                     \
  RVS_INLINE Type operator sign(const Type& a, Number b) {              \
    Type y;                                                             \
    RVS_EACH(a[lane] sign b);                                           \
  }                                                                     \
  RVS_INLINE Type operator sign(Number a, const Type& b) {              \
    Type y;                                                             \
    RVS_EACH(a sign b[lane]);                                           \
  }                                                                     \
  RVS_INLINE Type& operator sign##=(Type& a, const Type& b) { return a = a sign b; } \
  RVS_INLINE Type& operator sign##=(Type& a, Number b) { return a = a sign b; }

struct alignas(RVS_LANES * sizeof(double)) Lanes {
  double lanes[RVS_LANES];
  RVS_INLINE double& operator[](std::size_t lane) { return lanes[lane]; }
  RVS_INLINE double operator[](std::size_t lane) const { return lanes[lane]; }
};

struct alignas(RVS_LANES * sizeof(double)) LaneBits {
  std::int64_t lanes[RVS_LANES];
  RVS_INLINE std::int64_t& operator[](std::size_t lane) { return lanes[lane]; }
  RVS_INLINE std::int64_t operator[](std::size_t lane) const { return lanes[lane]; }
};

RVS_OPERATOR(Lanes, double, +)
RVS_OPERATOR(Lanes, double, -)
RVS_OPERATOR(Lanes, double, *)
RVS_OPERATOR(Lanes, double, /)
RVS_OPERATOR(LaneBits, std::int64_t, +)
RVS_OPERATOR(LaneBits, std::int64_t, &)
RVS_OPERATOR(LaneBits, std::int64_t, |)
RVS_OPERATOR(LaneBits, std::int64_t, ^)

RVS_INLINE Lanes operator-(const Lanes& a) {
  Lanes y;
  RVS_EACH(-a[lane]);
}

RVS_INLINE LaneBits operator-(const LaneBits& a) {
  LaneBits y;
  RVS_EACH(-a[lane]);
}

RVS_INLINE LaneBits operator~(const LaneBits& a) {
  LaneBits y;
  RVS_EACH(~a[lane]);
}

RVS_INLINE LaneBits operator<<(const LaneBits& a, int places) {
  LaneBits y;
  RVS_EACH(std::int64_t(std::uint64_t(a[lane]) << places));
}

// As the vector types have it: every bit set where it holds.
RVS_INLINE LaneBits operator>(const Lanes& a, const Lanes& b) {
  LaneBits y;
  RVS_EACH(-std::int64_t(a[lane] > b[lane]));
}

#undef RVS_OPERATOR
#undef RVS_EACH
