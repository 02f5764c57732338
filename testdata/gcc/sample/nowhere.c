#include "nowhere.h"
int x;
