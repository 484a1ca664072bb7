// The kernels for every machine: SSE2 on x86-64, NEON on ARM, two lanes.
#include "lanes/common.h"

#define RVS_SET baseline
#define RVS_LANES 2
#include "lanes/kernels.h"
