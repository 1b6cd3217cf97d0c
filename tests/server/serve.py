"""A server for the tests in a process of its own: port, database, where its bots come from, their grace."""

import sys

import uvicorn

from hexless.server.app import build
from hexless.server.workers import Workers

if __name__ == "__main__":
    port, url, maker, grace = sys.argv[1:]
    app = build(url, workers=Workers(1, float(grace), maker))
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning")
