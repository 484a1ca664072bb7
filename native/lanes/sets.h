// Which instruction set is used, and how the rows of a batch are spread over threads.
#pragma once

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "lanes/jobs.h"

namespace rvs {

/// The kernels in use: those of the best instruction set that this machine has, unless
/// `use_set` named another.
const Kernels& kernels();

/// Names of the instruction sets that this machine has, the best one first.
std::vector<std::string> machine_sets();

/// Use the instruction set of a name; false where this machine has none.  For tests.
bool use_set(const std::string& name);

/// Batches above this are worth threads, and the release of Python's lock.
constexpr std::size_t LARGE_BATCH = 2000;

/// How many threads a large batch may take; at the start as many as there are processors.
unsigned threads();
void use_threads(unsigned count);

/// Call work(begin, end) for ranges that make up 0 to count, in several threads at once.  Ranges
/// begin at multiples of every number of lanes, so that no result depends on how many there are.
template <class Work>
bool in_threads(std::size_t count, const Work& work) {
  constexpr std::size_t GRAIN = 64;
  std::size_t parts = threads();
  if (parts > count / GRAIN) parts = count / GRAIN;
  if (parts < 2) return work(0, count);
  const std::size_t grains = (count + GRAIN - 1) / GRAIN;
  const std::size_t size = (grains + parts - 1) / parts * GRAIN;
  std::vector<std::thread> helpers;
  std::vector<char> fine(parts, true);
  std::size_t begin = size;  // the first part is this thread's own
  for (std::size_t part = 1; part < parts && begin < count; part++, begin += size) {
    const std::size_t end = begin + size < count ? begin + size : count;
    const auto run = [&work, &fine, part, begin, end] {
      try {
        fine[part] = work(begin, end);
      } catch (...) {
        fine[part] = false;  // no memory: the reference will say so
      }
    };
    try {
      helpers.emplace_back(run);
    } catch (...) {
      run();  // no thread is to be had
    }
  }
  try {
    fine[0] = work(0, size);
  } catch (...) {
    fine[0] = false;
  }
  for (std::thread& helper : helpers) helper.join();
  for (const char one : fine)
    if (!one) return false;
  return true;
}

}  // namespace rvs
