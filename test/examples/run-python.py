"""Runs Python samples, one after the other: a line of JSON for each, and one for its answer."""

import json
import os
import sys
import traceback

for line in sys.stdin:
    sample = json.loads(line)
    os.environ.update(sample["env"])
    printed = []
    try:
        with open(sample["file"], encoding="utf-8") as file:
            exec(compile(file.read(), sample["file"], "exec"), {"print": printed.append})
        answer = {"printed": printed}
    except Exception:
        answer = {"error": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
