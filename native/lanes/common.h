// What the kernels need of the standard library.  It is included before an instruction set is
// chosen: an inline function compiled for AVX could otherwise serve code for older machines.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "lanes/jobs.h"

// Kernels are made of small functions; every one is part of the loop that it is called in.
#if defined(__GNUC__)
#define RVS_INLINE inline __attribute__((always_inline))
#else
#define RVS_INLINE __forceinline
#endif
#define RVS_TEXT_OF(x) #x
#define RVS_TEXT(x) RVS_TEXT_OF(x)
