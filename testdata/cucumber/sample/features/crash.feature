Feature: Storms

  Scenario: moors before the storm
    Given an empty harbour
    When a yacht of 9 metres comes
    Then 1 berth is taken

  Scenario: sinks in the storm
    Given an empty harbour
    Given a step that aborts
