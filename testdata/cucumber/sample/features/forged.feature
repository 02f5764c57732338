Feature: Forgeries

  Scenario: hears of a wreck
    Given an empty harbour
    Given a step that prints a failed run

  Scenario: hears of fair winds
    Given an empty harbour
    Given a step that prints a passed run

  Scenario: moors a yacht
    Given an empty harbour
    When a yacht of 9 metres comes
    Then 1 berth is taken

  @fails
  Scenario: sinks at the quay
    Given an empty harbour
    Given a step that prints a passed run
    Then 5 berths are taken
