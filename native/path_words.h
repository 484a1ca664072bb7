// Lines and rings in the words of PDF: rvs/export/formats/pdf_marks.py.
#pragma once

#include <cstdint>
#include <string>

namespace rvs {

/// Whether a number of hundredths is written without an exponent.
inline bool is_plain_hundredths(std::int64_t value) {
  constexpr std::int64_t MOST = 1000000000000;
  return value > -MOST && value < MOST;
}

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
