Feature: Parcels
  Background:
    Given a post office

  Scenario: a light parcel is cheap
    When I weigh 100 grams
    Then it costs 105

  Scenario: a heavy parcel costs more
    When I weigh 2000 grams
    Then it costs 400

  Scenario: a parcel to Atlantis
    When I ask for the rate to Atlantis

  Scenario: a customs form
    When the form is pending

  @off
  Scenario: the scale is off
    When I weigh 100 grams
