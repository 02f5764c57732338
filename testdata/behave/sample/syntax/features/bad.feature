Feature: Bad

  Scenario: one
    Given x
    Nonsense here
