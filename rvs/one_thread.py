"""Single-threaded matrix operations in NumPy; imported by the program before NumPy.

Matrices of robots are small.  Threads that wait for work on them occupy a processor, and results
are delayed when other programs need it.  Programs that import RVS as a library decide for
themselves.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
