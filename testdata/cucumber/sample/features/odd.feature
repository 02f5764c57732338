Feature: Odd steps

  Scenario: sings in the harbour
    Given an empty harbour
    When the pilot sings
    Then 0 berths are taken

  Scenario: waits for the tide
    Given a step that waits for the tide
    Then 0 berths are taken

  Scenario: is of two minds
    Given a step of two minds

  Scenario: stays at home
    Given a step that stays at home
    Then 0 berths are taken

  @breaks
  Scenario: breaks in a hook
    Given an empty harbour

  @after
  Scenario: breaks behind its steps
    Given an empty harbour

  Scenario: sleeps too long
    Given a step that sleeps

  @flaky
  Scenario: comes at the second time
    Given a step that fails once
