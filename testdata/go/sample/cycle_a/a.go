package cycle_a

import _ "example.com/harbour/cycle_b"
