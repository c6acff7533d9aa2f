"""Imported first by the Python scripts here: runs them again with the Python of .venv, which it sets up if needed, and
with the repository on the module path."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ROOT / ".venv" / "bin" / "python"

if Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
    subprocess.run([ROOT / "scripts" / "install"], check=True)
    os.execv(PYTHON, [PYTHON, *sys.argv])

sys.path[:0] = [str(ROOT), str(ROOT / "src")]
