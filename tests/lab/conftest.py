"""The lab's own tests need its extras; where everything is required, they must be there."""

import os
from importlib.util import find_spec

EXTRAS = ("polars", "scipy", "openskill", "altair", "vl_convert", "ray")

if os.environ.get("REQUIRE_ALL"):
    gone = [name for name in EXTRAS if find_spec(name) is None]
    assert not gone, f"install the extras lab and ray: {gone} are missing"
