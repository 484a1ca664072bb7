#include "figures/convex_cut.h"

#include <algorithm>

namespace rvs {

CutPolygons::CutPolygons(const Polygons& polygons)
    : of(polygons), left(of.count), cut(of.count) {
  const std::size_t corners = of.corners, width = of.width;
  std::vector<double> buffer(std::size_t(most_cut(int(corners))) * width);
  for (std::size_t row = 0; row < of.count; row++) {
    const int count = int(of.counts[row]);
    const double* value = of.values + row * corners;
    const auto inside = std::count_if(value, value + count, [](double x) { return x >= 0.0; });
    left[row] = inside == count ? count : 0;
    if (!inside || inside == count) continue;
    const int kept =
        cut_polygon(of.points + row * corners * width, count, int(width), value, buffer.data());
    left[row] = kept;
    cut[row] = 1;
    pieces.insert(pieces.end(), buffer.begin(), buffer.begin() + kept * int(width));
    most = std::max(most, std::size_t(kept));
  }
}

void CutPolygons::place(std::size_t room, double* out) const {
  const std::size_t full = of.corners * of.width;
  const double* piece = pieces.data();
  for (std::size_t row = 0; row < of.count; row++, out += room * of.width) {
    const double* from = of.points + row * full;
    double* end = std::copy(from, from + full, out);
    std::fill(end, out + room * of.width, 0.0);
    if (!cut[row]) continue;
    const std::size_t size = std::size_t(left[row]) * of.width;
    end = std::copy(piece, piece + size, out);
    std::fill(end, out + most * of.width, 0.0);
    piece += size;
  }
}

}  // namespace rvs
