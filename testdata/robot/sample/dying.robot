*** Test Cases ***
One
    No Operation
Two
    Fail    no
Dies
    Evaluate    os.abort()    modules=os
