"""Authlib obtains a token and calls the API. Usage: authlib_client.py BASE CLIENT_ID CLIENT_SECRET"""
import os
import sys

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # plain http, on loopback only
from authlib.integrations.requests_client import OAuth2Session

base, client_id, client_secret = sys.argv[1:4]
for method in ("client_secret_basic", "client_secret_post"):
    session = OAuth2Session(client_id, client_secret, scope="guide:read", token_endpoint_auth_method=method)
    session.fetch_token(f"{base}/open/v1/auth/token", grant_type="client_credentials")
    answer = session.get(f"{base}/open/v1/guide/list")
    assert answer.status_code == 200 and answer.json()["code"] == 200, answer.text
    print(f"Authlib, {method}: {answer.json()['data']['total']} guides")
