"""What the platform has to answer, from its documentation alone, in another language.

Reads worlds from standard input, one JSON text a line: a guide as it was sent to guide/create, the instant at which it begins, and the
steps. Writes what the API, the calendar and OCTO have to answer to each step, one line a world.
"""
import json
import sys
from datetime import datetime

from octo import OctoBookings


def main():
    for line in sys.stdin:
        world = json.loads(line)
        guide = OctoBookings(world["guide"], datetime.fromisoformat(world["now"]))
        print(json.dumps([answer_to(guide, step) for step in world["steps"]]), flush=True)


def answer_to(guide, step):
    guide.asker = step["by"]
    return getattr(guide, "answer_" + step["door"])(step["ask"])


main()
