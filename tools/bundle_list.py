"""What is in the bundle, as CycloneDX 1.6: each component, and each file with its SHA-256."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.version import VERSION
from tools.bundle_zip import files_of

NAME = "bill-of-materials.cdx.json"
_NAMESPACE = uuid.UUID("b0a6de0e-4c3c-5c3e-8a53-3b6f7d9e2c41")
_SPDX_ONE = ("WITH", "AND", "OR")


@dataclass(frozen=True, slots=True)
class Component:
    """Something of others that the bundle is made of; ``licence`` is an SPDX expression."""

    name: str
    version: str
    licence: str
    purl: str
    kind: str = "library"


def bill_of_materials(
    folder: Path, components: Sequence[Component], epoch: int, platform: str
) -> bytes:
    """Return the list for a folder; the same folder gives the same bytes.

    ``epoch`` is the source date, in seconds since 1970, UTC. The list itself is not in it.
    """
    main = {
        "type": "application",
        "bom-ref": "review-desk",
        "name": "review-desk",
        "version": VERSION,
        "licenses": [{"license": {"id": "Apache-2.0"}}],
        "purl": f"pkg:pypi/review-desk@{VERSION}",
        "properties": [{"name": "review-desk:platform", "value": platform}],
    }
    parts = [_component(one) for one in sorted(components, key=lambda one: (one.name, one.purl))]
    files = [_file(path, folder) for path in files_of(folder) if _is_listed(path)]
    dependencies = [{"ref": "review-desk", "dependsOn": [part["bom-ref"] for part in parts]}]
    content: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "component": main,
        },
        "components": parts + files,
        "dependencies": dependencies,
    }
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    content["serialNumber"] = f"urn:uuid:{uuid.uuid5(_NAMESPACE, digest)}"
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode("ascii")


def _is_listed(path: Path) -> bool:
    return path.name != NAME and not path.is_symlink()


def _component(one: Component) -> dict[str, Any]:
    single = not any(f" {word} " in one.licence for word in _SPDX_ONE)
    licence = {"license": {"id": one.licence}} if single else {"expression": one.licence}
    return {
        "type": one.kind,
        "bom-ref": one.purl,
        "name": one.name,
        "version": one.version,
        "licenses": [licence],
        "purl": one.purl,
    }


def _file(path: Path, folder: Path) -> dict[str, Any]:
    name = path.relative_to(folder).as_posix()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {
        "type": "file",
        "bom-ref": f"file:{name}",
        "name": name,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }
