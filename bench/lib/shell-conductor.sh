#!/usr/bin/env bash
# A conductor as people write it: each leaf in the background with a pid and an exit file, polled every 200 ms;
# tests and commits in the one checkout. Prints a line a leaf: <started ns> <ended ns> <ns of tests after it>.
set -euo pipefail
steps=$1
poll=$2
mkdir -p .state

leaf() {
  local code=$1
  rm -f .state/exit
  (
    date +%s%N >.state/started
    node -e "$code" && status=0 || status=$?
    date +%s%N >.state/ended
    echo "$status" >.state/exit
  ) &
  echo $! >.state/pid
  while [ ! -e .state/exit ]; do sleep "$poll"; done
  printf '%s %s' "$(cat .state/started)" "$(cat .state/ended)"
}

tests() {
  local from
  from=$(date +%s%N)
  node --test >.state/tests 2>&1 || true
  echo " $(($(date +%s%N) - from))"
}

for k in $(seq "$steps"); do
  leaf "require('fs').appendFileSync('test/numbers.test.js', \`test('n$k is $k', () => assert.equal(value('n$k'), $k));\n\`)"
  tests
  leaf "0" && echo ' 0'
  leaf "const fs = require('fs'); fs.writeFileSync('src/numbers.js', fs.readFileSync('src/numbers.js', 'utf8').replace('  // more\n', '  n$k: $k,\n  // more\n'))"
  tests
  leaf "0" && echo ' 0'
  git add src test >/dev/null
  git commit -qm "feat: n$k is known"
  leaf "0" && echo ' 0'
done
