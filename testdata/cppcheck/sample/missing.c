#include "no_such.h"
int twice(int a) { return 2 * a; }
