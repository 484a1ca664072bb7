// To be included first by kernels that give the very numbers of their NumPy reference: a product
// and a sum are never rounded as one.
#pragma once

#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
