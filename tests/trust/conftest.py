"""The tools are on the path here: campaigns are run in their short forms."""

import sys
from pathlib import Path

TOOLS = Path(__file__).parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
