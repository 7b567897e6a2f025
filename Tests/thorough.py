"""What `make test` has no time for, and `make test-all` plays."""

import os
import unittest

# How many times as many random tests are played; 0 in `make test`.
FACTOR = int(os.environ.get("THOROUGH", 0))

takes_long = unittest.skipUnless(FACTOR, "takes long: `make test-all` plays it")
