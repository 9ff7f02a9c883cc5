"""`python -m tests.soak --cases 1000000 --seed 1 --workers 2`: generated cases against an independent oracle.

Exits with 1 at the first failure and names the seed of the case; `--case SEED` repeats one.
"""

import argparse
import os
import sys
import time

from tests.soak.runner import report, run, run_range


def main() -> int:
    """Read the options and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--case", type=int, help="repeat the case of this seed alone")
    options = parser.parse_args()
    if options.case is not None:
        failures = run_range(options.case, 1).failures
        print(failures[0][1] if failures else "the case passes")
        return 1 if failures else 0
    began = time.monotonic()
    total = run(options.cases, options.seed, options.workers)
    return report(total, time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
