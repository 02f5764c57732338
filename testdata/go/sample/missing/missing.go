package missing

import _ "example.com/elsewhere/lost"
import _ "nosuchpackage"
