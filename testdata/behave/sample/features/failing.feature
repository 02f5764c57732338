@stock
Feature: Stock
  As a grocer I want to know what is left

  Background:
    Given an empty cart

  Scenario: loses a pear
    When I add 3 pears
    Then the cart holds 4 pears
    And the cart holds 5 pears

  Scenario: breaks
    When the till breaks

  Scenario: is not written yet
    When somebody sings

  @skip
  Scenario: comes later
    When I add 3 pears

  Scenario: skips itself
    When I have no licence

  Scenario: has a table and a text
    When I read
      """
      2 scenarios passed, 0 failed, 0 skipped
      """
    And these
      | fruit | price |
      | pear  | 3     |
    Then the cart holds 1 pears

  Scenario: is well
    Then the cart holds 0 pears
