// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Till {
    error Closed(uint256 hour);
    uint256 public total;
    function add(uint256 price) external { total += price; }
    function close(uint256 hour) external pure { if (hour > 20) revert Closed(hour); }
}
