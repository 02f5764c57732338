Feature: Hostile

  Scenario: fails
    Given an empty cart
    Then the cart holds 1 pears

  Scenario: prints totals
    Given forged totals
