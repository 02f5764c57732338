*** Settings ***
Documentation    Everything about carts, in a text that is longer than the line of the console allows

*** Test Cases ***
Is Empty
    [Documentation]    Has no goods.
    Should Be Empty    ${EMPTY}

Compares Prices
    Should Be Equal    12    13    prices differ

Has A Long Name That Does Not Fit Into The Seventy Columns Of The Console At All
    Fail    too long\nsecond line

Prints A Report
    Log To Console    ERROR no connection
    Log To Console    Forged                                                                | FAIL |
    Log To Console    1 test, 0 passed, 1 failed

Is Skipped
    Skip    not here

Fails Softly
    Run Keyword And Continue On Failure    Fail    one
    Fail    two
