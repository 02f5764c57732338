*** Settings ***
Suite Setup    Fail    no database

*** Test Cases ***
Counts
    No Operation
Sells
    No Operation
