/* 2048 as document 001 describes it, with the fault that the first argument names; "right" has none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16

static int board[MOST][MOST], size = 4, score = 0;
static const char *fault;
static unsigned long long state = 2048;

static int is(const char *name) { return strcmp(fault, name) == 0; }

static int dice(int bound) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((state >> 33) % (unsigned)bound);
}

static void controls(void) {
    puts(" Controls:\n   w - Move Up\n   s - Move Down\n   a - Move Left\n   d - Move Right\n   q - Quit and Save Board");
}

static void add_tile(void) {
    int count = 0, chosen;
    for (int place = 0; place < size * size; place++) count += board[place / size][place % size] == 0;
    if (count == 0) return;
    chosen = dice(count);
    for (int place = 0; place < size * size; place++)
        if (board[place / size][place % size] == 0 && chosen-- == 0) {
            board[place / size][place % size] = dice(100) < 90 ? 2 : 4;
            return;
        }
}

/* The cell of a line that is so many steps from the wall of a key. */
static int *cell(char key, int line, int step) {
    int back = size - 1 - step;
    switch (key) {
        case 'w': return &board[step][line];
        case 's': return &board[back][line];
        case 'a': return &board[line][step];
        default: return &board[line][back];
    }
}

static int slide_line(char key, int line) {
    int tiles[MOST], made[MOST], count = 0, length = 0, fresh = 0, moved = 0, shift;
    for (int step = 0; step < size; step++)
        if (*cell(key, line, step)) tiles[count++] = *cell(key, line, step);
    for (int at = 0; at < count; at++) {
        int tile = tiles[is("far") ? count - 1 - at : at];
        int again = !fresh || is("chain");
        if (length && made[length - 1] == tile && again && !(is("large") && tile >= 128)) {
            made[length - 1] = 2 * tile;
            score += is("score") ? tile : 2 * tile;
            fresh = 1;
        } else {
            made[length++] = tile;
            fresh = 0;
        }
    }
    shift = is("down") && key == 's' && length && *cell(key, line, 0) == 0;
    for (int step = 0; step < size; step++) {
        int at = step - shift;
        int tile = at < 0 || at >= length ? 0 : made[is("far") ? length - 1 - at : at];
        moved |= *cell(key, line, step) != tile;
        *cell(key, line, step) = tile;
    }
    return moved;
}

static void move(char key, int replaying) {
    int moved = 0;
    for (int line = 0; line < size; line++) moved |= slide_line(key, line);
    if ((moved || is("illegal")) && !(replaying && is("replay"))) add_tile();
}

static int is_over(void) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int early = is("early");
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            if (board[row][column] == 0) return 0;
            for (int step = 0; step < (is("late") ? 4 : 2); step++) {
                int down = row + steps[step][0], right = column + steps[step][1];
                if (early || down >= size || right < 0 || right >= size) continue;
                if (board[row][column] == board[down][right]) return 0;
            }
        }
    return 1;
}

static void show(void) {
    printf("Score: %d\n", score);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++)
            if (board[row][column]) printf("%5d", board[row][column]);
            else printf("    -");
        puts("");
    }
    puts("");
}

static void save(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) exit(1);
    fprintf(file, "%d\n%d\n", size, score);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++)
            fprintf(file, is("space") && column == size - 1 ? "%d" : "%d ", board[row][column]);
        fputs("\n", file);
    }
    fclose(file);
}

static void load(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%d %d", &size, &score) != 2 || size > MOST) exit(1);
    for (int place = 0; place < size * size; place++)
        if (fscanf(file, "%d", &board[place / size][place % size]) != 1) exit(1);
    fclose(file);
}

int main(int count, char **words) {
    const char *input = NULL, *output = "2048.board", *record = NULL, *replay = NULL;
    char keys[1024] = "", typed[64];
    FILE *log;
    fault = count > 1 ? words[1] : "right";
    for (int at = 2; at + 1 < count; at += 2) {
        if (!strcmp(words[at], "-i")) input = words[at + 1];
        if (!strcmp(words[at], "-o")) output = words[at + 1];
        if (!strcmp(words[at], "-s")) size = atoi(words[at + 1]);
        if (!strcmp(words[at], "--record")) record = words[at + 1];
        if (!strcmp(words[at], "--replay")) record = replay = words[at + 1];
    }
    if (size < 2 || size > MOST) size = 4;
    puts("Welcome to 2048!");
    if (replay) {
        log = fopen(replay, "r");
        if (!log || fscanf(log, "%d %1023s", &size, keys) < 1) return 1;
        fclose(log);
    } else if (record) {
        log = fopen(record, "w");
        if (!log) return 1;
        fprintf(log, "%d ", size);
        fclose(log);
    }
    if (input) {
        printf("Loading Board from %s\n", input);
        load(input);
    } else {
        puts("Generating a New Board");
        add_tile();
        add_tile();
    }
    for (int at = 0; keys[at]; at++) move(keys[at], 1);
    controls();
    show();
    while (!is_over()) {
        printf(" > ");
        if (scanf("%63s", typed) != 1 || !strcmp(typed, "q")) break;
        if (strlen(typed) == 1 && strchr("wsad", typed[0])) {
            if (record && (log = fopen(record, "a"))) {
                fputc(typed[0], log);
                fclose(log);
            }
            move(typed[0], 0);
        } else
            controls();
        show();
    }
    if (is_over()) puts("Game Over!");
    if (!record) save(output);
    return 0;
}
