*** Settings ***
Suite Teardown    Fail    the dock is flooded

*** Test Cases ***
Moors
    No Operation

Lifts
    Fail    the rope is torn

Sails
    No Operation
