#!/usr/bin/env bash
# Stock OAuth 2.0 clients of other languages against a running API: BASE CLIENT_ID CLIENT_SECRET.
# Needs python3 and go; installs the clients into a folder of its own.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet Authlib==1.9.8 requests==2.34.2 requests-oauthlib==2.0.0
"$work/venv/bin/python" "$here/authlib_client.py" "$@"
"$work/venv/bin/python" "$here/requests_oauthlib_client.py" "$@"

cp "$here/client.go.txt" "$work/main.go"
cd "$work"
go mod init client 2>/dev/null
go get golang.org/x/oauth2@v0.37.0 2>/dev/null
go run main.go "$@"
