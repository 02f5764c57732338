"""Writes the list of components in CycloneDX: bom.py FILE < CRATES. Needs what `requirements.txt` names.

The same crates give the same bytes: the serial number is made of them, and the time is that of the last commit.
"""

import json
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

VERSION = SchemaVersion.V1_6


def component(row, kind):
    purl = PackageURL("cargo", None, row["name"], row["version"])
    # Cargo's old way to write "or".
    license = row["license"].replace("/", " OR ")
    references = []
    if row["repository"]:
        references.append(ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(row["repository"])))
    return Component(
        name=row["name"],
        version=row["version"],
        type=kind,
        bom_ref=purl.to_string(),
        purl=purl,
        description=" ".join(row["description"].split()) or None,
        licenses=[LicenseFactory().make_from_string(license)] if license else [],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=row["checksum"])] if row["checksum"] else [],
        external_references=references,
    )


def main():
    text = sys.stdin.read()
    given = json.loads(text)
    root = tuple(given["root"])
    kinds = {True: ComponentType.APPLICATION, False: ComponentType.LIBRARY}
    all_rows = {(row["name"], row["version"]): row for row in given["crates"]}
    components = {key: component(row, kinds[key == root]) for key, row in all_rows.items()}
    bom = Bom(
        components=[each for key, each in components.items() if key != root],
        serial_number=uuid.uuid5(uuid.NAMESPACE_URL, text),
    )
    bom.metadata.timestamp = datetime.fromtimestamp(given["epoch"], timezone.utc)
    bom.metadata.component = components[root]
    bom.metadata.properties.add(Property(name="cargo:target", value=given["target"]))
    for key, row in all_rows.items():
        bom.register_dependency(components[key], [components[tuple(used)] for used in row["uses"]])
    written = make_outputter(bom, OutputFormat.JSON, VERSION).output_as_string(indent=2)
    fault = JsonStrictValidator(VERSION).validate_str(written)
    if fault:
        sys.exit(f"the list of components breaks the schema of CycloneDX: {fault}")
    Path(sys.argv[1]).write_text(written + "\n")


if __name__ == "__main__":
    main()
