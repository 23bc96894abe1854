"""What schemathesis sent, by the operation's tag and the answer's status: it tells only the total itself."""
import atexit
import json
import os
from collections import Counter

import schemathesis

counts = Counter()


@schemathesis.hook
def after_call(context, case, response):
    counts[f"{case.operation.tags[0]} {response.status_code}"] += 1


@atexit.register
def write():
    with open(os.environ["FUZZ_COUNTS"], "w") as file:
        json.dump(counts, file)
