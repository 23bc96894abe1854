import hashlib
import hmac
import os
import sys
from urllib.parse import urlsplit

DEFAULT_PORTS = {"https": ":443", "http": ":80"}


def signature_of(secret, method, url, timestamp, nonce, body, on_behalf_of=None, idempotency_key=None):
    """X-Signature of a request. `secret` is the app_secret, `sk_…`; `url` is below the platform's public address, as it is
    sent; a header that is not sent is None."""
    parts = urlsplit(url)
    host = parts.netloc.lower().removesuffix(DEFAULT_PORTS.get(parts.scheme, ":"))
    query = "&".join(sorted(filter(None, parts.query.split("&"))))

    def header(name, value):
        return name if value is None else f"{name}:{value}"

    canonical = "\n".join([
        "v2",
        timestamp,
        nonce,
        method.upper(),
        f"{parts.path}?{query}" if query else parts.path,
        f"host:{host}",
        header("on-behalf-of", on_behalf_of),
        header("idempotency-key", idempotency_key),
        hashlib.sha256(body).hexdigest(),
    ])
    return "v2=" + hmac.new(secret.encode(), canonical.encode(), hashlib.sha256).hexdigest()


# Try it: method, URL, timestamp and nonce as arguments, the body on standard input.
if __name__ == "__main__":
    headers = os.environ.get("ON_BEHALF_OF"), os.environ.get("IDEMPOTENCY_KEY")
    print(signature_of(os.environ["CLIENT_SECRET"], *sys.argv[1:5], sys.stdin.buffer.read(), *headers))
