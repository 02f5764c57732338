// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import {Till} from "../src/Till.sol";
contract TillTest {
    Till till;
    function setUp() public { till = new Till(); }
    function test_adds() public { till.add(3); require(till.total() == 3, "total"); }
    function test_addsTwice() public { till.add(3); till.add(4); require(till.total() == 8, "the total drifted"); }
    function test_closes() public view { till.close(22); }
    function test_asserts() public pure { assert(1 == 2); }
    function testFuzz_small(uint256 price) public { till.add(price); require(till.total() < 100, "too much"); }
    function testFuzz_fine(uint8 price) public { till.add(price); require(till.total() == price, "no"); }
}
contract PassTest {
    function test_one() public pure { require(1 == 1); }
    function test_two() public pure { }
}
contract BrokenSetUpTest {
    function setUp() public pure { revert("no harbour"); }
    function test_never() public pure { }
}
