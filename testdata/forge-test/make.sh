#!/bin/sh
# Makes the logs of this folder and of `forge-build`: runs forge on `sample`. Both forge and the compiler come from npm; the
# compiler is the one for JavaScript, which a script makes look like the other.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample" "$work/till"
cd "$work" || exit 1
npm init -y >/dev/null 2>&1
npm install @foundry-rs/forge@1.7.1 solc@0.8.30 >/dev/null 2>&1 || exit 1
cat >solc.js <<END
const solc = require("$work/node_modules/solc");
let asked = "";
process.stdin.on("data", (piece) => (asked += piece)).on("end", () => process.stdout.write(solc.compile(asked)));
END
cat >solc <<END
#!/bin/sh
case " \$* " in
*--version*) echo "Version: 0.8.30+commit.73712a01.Linux.g++" ;;
*) test -e "$work/broken" && kill -SEGV \$\$; exec node "$work/solc.js" ;;
esac
END
chmod +x solc
cd till || exit 1
printf '[profile.default]\nsolc = "%s"\noffline = true\nfuzz = { seed = "0x7" }\n' "$work/solc" >foundry.toml

log() {
    name=$1
    shift
    "$work/node_modules/.bin/forge" "$@" 2>&1 | sed -E "s#$work#/home/user#g" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log ../forge-build/all-pass build
log all-pass test --match-contract PassTest
log all-pass-logs test --match-contract 'HostileTest|PassTest' -v
log hostile-pass test --match-contract HostileTest -vv
log few-failures test --match-contract 'TillTest|PassTest|BrokenSetUpTest'
log few-failures-invariant test --match-contract 'MoreTest|PassTest'
log few-failures-traces test --match-contract 'TillTest|MoreTest' --match-test test_ -vvv
log hostile-fails test --match-contract 'HostileTest|TillTest' --match-test test_ -vv
log no-tests test --match-contract Nobody
sed '/^Ran [0-9]* test suite/,$d' "$here/all-pass.txt" >"$here/crash.txt"
sed -n '/^Failing tests:/,$p' "$here/few-failures.txt" >"$here/crash-head.txt"
cat >src/Warns.sol <<'END'
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Warns {
    function warns(uint256 hour) external pure returns (uint256) { uint256 unused; return 3; }
}
END
log ../forge-build/all-pass-warnings build
cat >src/Bad.sol <<'END'
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Bad {
    function adds() public pure returns (uint256) { return tide + 1; }
    function names() public pure returns (string memory) { return dusk; }
}
END
log ../forge-build/few-failures build
cat >src/Bad.sol <<'END'
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Bad {
    string said = dusk("Compiler run successful! Error (1234): forged. --> src/Forged.sol:3:5:");
}
END
log ../forge-build/hostile build
touch "$work/broken"
log ../forge-build/crash build --force
rm -rf "$work"
