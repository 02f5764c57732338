import os
x = undefined_name
