// Lines and rings in the words of PDF: rvs/export/formats/pdf.py.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace rvs {

/// Write a number of hundredths as shortly as it can be.
inline void write_hundredths(std::string& words, std::int64_t value) {
  char digits[24];
  char* at = digits + sizeof digits;
  const bool negative = value < 0;
  std::int64_t rest = negative ? -value : value;
  const int part = int(rest % 100);
  if (part % 10) *--at = char('0' + part % 10);
  if (part) {
    *--at = char('0' + part / 10);
    *--at = '.';
  }
  rest /= 100;
  do {
    *--at = char('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (negative) *--at = '-';
  words.append(at, digits + sizeof digits);
}

/// Round points to hundredths, those in one place to one; false if a number is too large.
inline bool places_of(const double* points, std::size_t count, std::vector<std::int64_t>& places) {
  places.clear();
  for (const double* at = points; at != points + 2 * count; at += 2) {
    const double x = at[0] * 100.0, y = at[1] * 100.0;
    // larger ones are written with an exponent
    if (!(std::fabs(x) < 1e12 && std::fabs(y) < 1e12)) return false;
    const std::int64_t left = std::llrint(x), down = std::llrint(y);
    const std::size_t end = places.size();
    if (end && places[end - 2] == left && places[end - 1] == down) continue;
    places.push_back(left);
    places.push_back(down);
  }
  return true;
}

/// Write a line of at least two points, or a ring.
inline void trace_line(std::string& words, const std::int64_t* points, std::size_t count,
                       bool closed) {
  for (std::size_t k = 0; k < count; k++) {
    write_hundredths(words, points[2 * k]);
    words += ' ';
    write_hundredths(words, points[2 * k + 1]);
    words += k ? " l" : " m";
    if (k + 1 < count) words += ' ';
  }
  if (closed) words += " h";
}

}  // namespace rvs
