import base64
import hashlib
import hmac
import os
import sys
import time

TOLERANCE_SECONDS = 300


def is_from_guidepost(secret: str, headers: dict, body: bytes) -> bool:
    """True when Guidepost sent this body, now. `secret` is whsec_…; `body` is the bytes exactly as they arrived."""
    try:
        age = abs(time.time() - int(headers["webhook-timestamp"]))
    except (KeyError, ValueError):
        return False
    if age > TOLERANCE_SECONDS:
        return False
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures)


# Try it: id, timestamp and signatures as arguments, the body on standard input.
if __name__ == "__main__":
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    headers = dict(zip(names, sys.argv[1:]))
    valid = is_from_guidepost(os.environ["CALLBACK_SECRET"], headers, sys.stdin.buffer.read())
    print("valid" if valid else "invalid")
