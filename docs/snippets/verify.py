import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300


def key_of(secret: str) -> bytes:
    """The key in whsec_…; raises where it is missing or short: with an empty key anybody can sign."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not secret.startswith("whsec_") or len(key) < 24:
        raise ValueError("CALLBACK_SECRET must be whsec_ and at least 24 bytes in base64")
    return key


def is_from_guidepost(key: bytes, headers, body: bytes) -> bool:
    """True when Guidepost sent this body, now. `body` is the bytes exactly as they arrived."""
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > TOLERANCE_SECONDS:
        return False
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures)


KEY = key_of(os.environ.get("CALLBACK_SECRET", ""))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        code = 200 if is_from_guidepost(KEY, self.headers, body) else 400
        # Here it is stored under its notificationId, since it may come twice. The work comes after the answer.
        self.send_response(code)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"code": code}).encode())


ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
