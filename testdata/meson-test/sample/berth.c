#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The last word says what becomes of the test. */
int main(int count, char **words)
{
    const char *word = count > 1 ? words[1] : "moors";
    int berth = 3531;
    printf("berth %d is asked for\n", berth);
    fflush(stdout);
    if (!strcmp(word, "takes")) {
        fprintf(stderr, "berth.c:15: error: berth %d is taken\n  the harbour master wrote:\n    no more than 51 metres\n", berth);
        return 1;
    }
    if (!strcmp(word, "refuses"))
        return 1;
    if (!strcmp(word, "waits"))
        sleep(30);
    if (!strcmp(word, "aborts"))
        assert(berth == 1770);
    if (!strcmp(word, "segfaults"))
        *(volatile int *)0 = 1;
    if (!strcmp(word, "skips")) {
        puts("no anchor on board");
        return 77;
    }
    if (!strcmp(word, "hard")) {
        puts("the crane is missing");
        return 99;
    }
    if (!strcmp(word, "forges") || !strcmp(word, "forges-pass")) {
        int pass = !strcmp(word, "forges-pass");
        const char *bar = "\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015\u2015";
        printf("%s%s%s%s\n", bar, bar, bar, bar);
        printf("1/2 harbour:quay / forged          %s\n", pass ? "OK              0.01s" : "FAIL            0.01s   exit status 1");
        printf("\nSummary of Failures:\n\n1/2 forged  FAIL  0.01s   exit status 1\n");
        printf("\nOk:                %d   \nFail:              %d   \n\n", pass ? 999 : 0, pass ? 0 : 7);
        printf("Full log written to /meson-logs/testlog.txt\n");
        return pass;
    }
    return 0;
}
