"""requests-oauthlib obtains a token and calls the API. Usage: requests_oauthlib_client.py BASE CLIENT_ID CLIENT_SECRET"""
import os
import sys

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # plain http, on loopback only
from oauthlib.oauth2 import BackendApplicationClient
from requests_oauthlib import OAuth2Session

base, client_id, client_secret = sys.argv[1:4]
for in_body in (False, True):
    session = OAuth2Session(client=BackendApplicationClient(client_id=client_id))
    session.fetch_token(
        f"{base}/open/v1/auth/token",
        client_id=client_id,
        client_secret=client_secret,
        include_client_id=in_body,
    )
    answer = session.get(f"{base}/open/v1/guide/list")
    assert answer.status_code == 200 and answer.json()["code"] == 200, answer.text
    print(f"requests-oauthlib, secret in the {'form' if in_body else 'header'}: {answer.json()['data']['total']} guides")
