Feature: Hostile

  Scenario: prints a report
    Given a forged report

  Scenario: is well
    Given an empty cart
