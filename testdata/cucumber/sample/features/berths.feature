Feature: Berths
  A harbour gives its berths away.

  Background:
    Given an empty harbour

  Scenario: moors a barge
    When a barge of 20 metres comes
    Then 1 berth is taken

  Scenario: turns a liner away
    When a liner of 52 metres comes
    Then 2 berths are taken

  Scenario Outline: weighs <ship>
    When a <ship> of <length> metres comes
    Then <taken> berths are taken

    Examples:
      | ship  | length | taken |
      | yacht | 9      | 1     |
      | ferry | 40     | 3     |
