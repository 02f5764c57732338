Feature: Dying

  Scenario: is well
    Given an empty cart

  Scenario: dies
    When the process ends
