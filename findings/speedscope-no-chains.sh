#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# speedscope reads a recording without call chains as one single sample.
#
# Expected: "perf script" of a recording without -g has one line for each sample, and
# speedscope shows each function as wide as its samples.
# Seen: speedscope 1.25.0 (npm) shows one sample. The first line is its heading, and all other
# lines are frames of one stack, named with the time and the event. No message.
#
# For users: most programs for ARM have no frame pointers, so people record without -g. Give
# speedscope folded stacks instead, one line "FUNCTION COUNT" for each function.

set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

# The importer is called without a browser: its minified name is found by a line of its code.
npm install --silent --no-audit --no-fund --ignore-scripts speedscope@1.25.0 || exit 2
cat >recording <<'END'
mix   123   100.000000:       1000 cycles:     100d4 lookup+0x0 (/home/pi/mix)
mix   123   100.001000:       1000 cycles:     10154 checksum+0x0 (/home/pi/mix)
mix   123   100.002000:       1000 cycles:     10158 checksum+0x4 (/home/pi/mix)
END
cat >import.js <<'END'
const fs = require('fs'), dir = 'node_modules/speedscope/dist/release/';
let code = fs.readFileSync(dir + fs.readdirSync(dir).find(f => /^speedscope-.*\.js$/.test(f)), 'utf8');
const [, init, importer] = new RegExp(/var (\w+)=\w+\(\(\)=>\{"use strict";[^}]*\}\);/.source +
	/function\*\w+\(\w+\)\{let \w+=\[\];for\(let \w+ of \w+\.splitLines\(\)\).*?/.source +
	/function (\w+)\(\w+\)\{let \w+=new Map,/.source).exec(code);
code = code.replace('(()=>{', `(()=>{globalThis.run=text=>(${init}(),${importer}(text));`);
const nothing = new Proxy(function () {}, {
	get: (object, key) => key === Symbol.toPrimitive ? () => '' : nothing,
	apply: () => nothing, construct: () => nothing, set: () => true });
console.log = () => {};
try {
	new Function('window', 'document', 'navigator', 'location', code)(...Array(4).fill(nothing));
} catch (error) {	// there is no page to draw
}
const text = { splitLines: () => fs.readFileSync('recording', 'utf8').split('\n') };
for (const profile of run(text).profiles) {
	const frames = [];
	profile.forEachFrame(frame => frames.push(frame.name));
	process.stdout.write(`${profile.samples.length} sample: ${frames.join('; ')}\n`);
}
process.exit();
END

# A failure is a change, too.
set +e
seen=$(node import.js)
[ "$seen" = "1 sample: 123   100.002000:       1000 cycles:     10158 checksum; \
123   100.001000:       1000 cycles:     10154 checksum" ] || {
	echo "changed: ${seen//$'\n'/, }"
	exit 1
}
