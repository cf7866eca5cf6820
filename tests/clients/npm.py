"""Packages of npm's, in the versions that are asked for, each in a folder of its own below `target/`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from harness import ROOT


def installed(name: str, *packages: str) -> Path:
    """The `node_modules` with these packages and what they need."""
    folder = ROOT / "target" / name
    # Written last, so that an installation that broke off is done again.
    done = folder / "installed"
    if not done.exists() or done.read_text() != " ".join(packages):
        folder.mkdir(parents=True, exist_ok=True)
        # Scripts of packages are not run: one of those below Prism reports home.
        options = ["--silent", "--no-save", "--ignore-scripts", "--prefix", folder]
        subprocess.run(["npm", "install", *options, *packages], check=True)
        done.write_text(" ".join(packages))
    return folder / "node_modules"


def packed(package: str) -> Path:
    """The archive of one package, without what it needs."""
    folder = ROOT / "target" / "npm-packed"
    name, _, version = package.rpartition("@")
    archive = folder / f"{name.removeprefix('@').replace('/', '-')}-{version}.tgz"
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", "--pack-destination", folder, package], check=True)
    return archive
