/* A bot in C by the line protocol: the last legal column. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4096], top[128] = "";
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "game", 4)) puts("ready");
        if (!strncmp(line, "position ", 9)) sscanf(line + 9, "%127[^/]", top);
        if (!strncmp(line, "go", 2)) printf("bestmove %d\n", (int)(strrchr(top, '.') - top) + 1);
        if (!strncmp(line, "quit", 4)) return 0;
        fflush(stdout);
    }
    return 0;
}
