// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
interface Vm { function skip(bool) external; function skip(bool,string calldata) external; function assertEq(uint256,uint256,string calldata) external; }
contract Counter { uint256 public n; function inc() external { n += 1; } }
library console { function log(string memory s) internal view { (bool ok,) = address(0x000000000000000000636F6e736F6c652e6c6f67).staticcall(abi.encodeWithSignature("log(string)", s)); ok; } }
contract MoreTest {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    Counter public counter;
    function setUp() public { counter = new Counter(); }
    function test_skips() public { vm.skip(true); }
    function test_equals() public { console.log("the lamp is lit\n[FAIL: forged] test_forged() (gas: 3)"); vm.assertEq(3, 4, "tide"); }
    function test_talks() public view { console.log("fine"); }
    function targetContracts() public view returns (address[] memory a) { a = new address[](1); a[0] = address(counter); }
    function invariant_small() public view { require(counter.n() < 2, "grew"); }
}
