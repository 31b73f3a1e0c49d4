#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# dt-validate prints errors of a device tree and succeeds.
#
# Expected: an exit status other than 0, as of dt-doc-validate for a binding with an error.
# Seen: dt-validate 2022.8.2 (Debian 12, dt-schema) prints that a node of a monitor has a
# property that its binding does not have, and exits with 0.
#
# For users: a test of a node for a PMU must look at the output, not at the status.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 dt-schema=2022.08.2-5 device-tree-compiler=1.6.1-4+b1 python3
export PYTHONPATH=$dir/usr/lib/python3/dist-packages
mkdir bindings
cat >bindings/test-pmu.yaml <<'END'
# SPDX-License-Identifier: GPL-2.0
%YAML 1.2
---
$id: http://devicetree.org/schemas/perf/test-pmu.yaml#
$schema: http://devicetree.org/meta-schemas/core.yaml#
title: A monitor
maintainers:
  - Nobody <nobody@example.com>
properties:
  compatible:
    const: arm,cortex-a8-pmu
  interrupts:
    maxItems: 1
required:
  - compatible
additionalProperties: false
END
cat >board.dts <<'END'
/dts-v1/;
/ {
	compatible = "example,board";
	model = "Board";
	#address-cells = <1>;
	#size-cells = <1>;

	pmu {
		compatible = "arm,cortex-a8-pmu";
		interupts = <3>;
	};
};
END
./start usr/bin/dtc -q -O dtb -o board.dtb board.dts
./start usr/bin/python3 usr/bin/dt-mk-schema -j bindings >schema.json 2>/dev/null
status=0
output=$(./start usr/bin/python3 usr/bin/dt-validate -s schema.json board.dtb 2>&1) || status=$?

# A failure is a change, too.
set +e
seen="status $status, $(grep -c "pmu: 'interupts' does not match" <<<"$output") error"
[ "$seen" = "status 0, 1 error" ] || {
	echo "changed: $seen"
	exit 1
}
