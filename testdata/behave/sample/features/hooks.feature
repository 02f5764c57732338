Feature: Hooks

  @broken_hook
  Scenario: never begins
    Given an empty cart

  Scenario: is well
    Given an empty cart
