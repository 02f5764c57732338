Feature: Cart

  Scenario: adds prices
    Given an empty cart
    When I add 2 pears
    Then the cart holds 2 pears

  Scenario Outline: adds <count> pears
    Given an empty cart
    When I add <count> pears
    Then the cart holds <count> pears

    Examples:
      | count |
      | 1     |
      | 7     |
