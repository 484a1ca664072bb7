// The kernels for AVX2 and fused multiply-add: Intel since Haswell, AMD since Excavator.
#include "lanes/common.h"

#if defined(__x86_64__) && defined(__GNUC__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define RVS_SET avx2
#define RVS_LANES 4
#include "lanes/kernels.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
