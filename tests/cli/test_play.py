"""`hexless play` serves the table, and says so when it cannot."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request

from hexless.cli import main


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_play_serves_until_interrupted(tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "hexless", "play", "--no-browser", "--port", str(port)]
    env = {**os.environ, "HEXLESS_DB": f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout.readline().startswith(f"The table is open at http://127.0.0.1:{port}/")
            assert served.stdout.readline() == "Leave with Ctrl-C; games are kept.\n"
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=60) as answer:
                assert answer.status == 200
        finally:
            served.send_signal(signal.SIGINT)
        assert served.wait(60) == 0


def test_a_taken_port_is_one_clear_line(capsys, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["play", "--no-browser", "--port", str(port), "--db", f"sqlite+aiosqlite:///{tmp_path}/g.db"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"hexless: port {port} on 127.0.0.1 is taken by another program")
    assert said.count("\n") == 1
