"""NumPy's matrices in one thread; the program imports this module before NumPy.

Matrices of robots are small.  Threads that wait for work on them keep a processor busy, and results
come later where other programs need it.  What imports RVS as a library decides for itself.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
