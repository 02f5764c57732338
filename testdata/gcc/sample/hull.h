#ifndef HULL_H
#define HULL_H
struct hull { int length; };
int draught(struct hull *hull);
int broken(void) { return missing_name; }
#endif
