*** Test Cases ***
One
    No Operation
Two
    Log To Console    ERROR no connection
