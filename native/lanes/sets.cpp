#include "lanes/sets.h"

#include <atomic>

namespace rvs {

namespace baseline { extern const Kernels table; }
#if defined(__x86_64__) && defined(__GNUC__)
namespace avx2 { extern const Kernels table; }
namespace avx512 { extern const Kernels table; }
#endif

namespace {

std::vector<const Kernels*> find_sets() {
  std::vector<const Kernels*> found;
#if defined(__x86_64__) && defined(__GNUC__)
  // these ask the operating system too, which has to keep the wide registers
  __builtin_cpu_init();
  const bool fma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (fma && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    found.push_back(&avx512::table);
  if (fma) found.push_back(&avx2::table);
#endif
  found.push_back(&baseline::table);
  return found;
}

const std::vector<const Kernels*>& sets() {
  static const std::vector<const Kernels*> found = find_sets();
  return found;
}

std::atomic<const Kernels*> current{nullptr};
std::atomic<unsigned> thread_count{0};

}  // namespace

const Kernels& kernels() {
  const Kernels* chosen = current.load(std::memory_order_relaxed);
  if (!chosen) {
    chosen = sets().front();
    current = chosen;
  }
  return *chosen;
}

std::vector<std::string> machine_sets() {
  std::vector<std::string> names;
  for (const Kernels* set : sets()) names.push_back(set->name);
  return names;
}

bool use_set(const std::string& name) {
  for (const Kernels* set : sets())
    if (name == set->name) {
      current = set;
      return true;
    }
  return false;
}

unsigned threads() {
  const unsigned count = thread_count.load(std::memory_order_relaxed);
  if (count) return count;
  const unsigned processors = std::thread::hardware_concurrency();
  return processors ? processors : 1;
}

void use_threads(unsigned count) { thread_count = count; }

}  // namespace rvs
