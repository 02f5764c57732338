package cycle_b

import _ "example.com/harbour/cycle_a"
