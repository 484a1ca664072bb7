// Vectors of three numbers; each number may have several lanes.

template <class V>
struct Vec {
  V x, y, z;
};

template <class V>
RVS_INLINE Vec<V> zero() {
  return {all<V>(0.0), all<V>(0.0), all<V>(0.0)};
}

/// The same plain vector in every lane.
template <class V>
RVS_INLINE Vec<V> all3(const double (&v)[3]) {
  return {all<V>(v[0]), all<V>(v[1]), all<V>(v[2])};
}

template <class V>
RVS_INLINE Vec<V> operator+(const Vec<V>& a, const Vec<V>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class V>
RVS_INLINE Vec<V> operator-(const Vec<V>& a, const Vec<V>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class V>
RVS_INLINE Vec<V> operator*(double s, const Vec<V>& a) {
  return {s * a.x, s * a.y, s * a.z};
}

template <class V>
RVS_INLINE Vec<V> scaled(const V& s, const Vec<V>& a) {
  return {s * a.x, s * a.y, s * a.z};
}

template <class V>
RVS_INLINE V dot(const Vec<V>& a, const Vec<V>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class V>
RVS_INLINE Vec<V> cross(const Vec<V>& a, const Vec<V>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
