"""`python -m kfdsl` is `kfdsl`."""

import sys

from kfdsl.cli.main import main

sys.exit(main())
