"""The client's own tests and type check, run by node."""

import client_packages
import pytest


@pytest.fixture(scope="module")
def npm():
    return client_packages.npm()


def test_unit_tests(npm):
    done = npm("test")
    assert done.returncode == 0, done.stdout + done.stderr


def test_types(npm):
    done = npm("run", "check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors and 0 warnings" in done.stdout
