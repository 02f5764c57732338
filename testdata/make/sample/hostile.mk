all: quiet
	@echo "last week it said: make: *** [Makefile:3: all] Error 2"
	@echo "  make[1]: *** no rule was missing"
quiet:
	@echo "cc -c fine.c"
	@echo "ar rcs libfine.a fine.o"
