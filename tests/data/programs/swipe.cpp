// 2048 as document 004 describes it: one flat array, one swipe. swipe FAULT [START.txt]; "right" has no fault.
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

static std::string fault;

static int next_non_zero(int *a, int point, int increment, int &j) {
    for (int i = j + 1, at = point + increment; i < 4; i++, at += increment) {
        if (a[at] == 0) continue;
        int piece = a[at];
        a[at] = 0;
        if (a[point] == 0) {
            a[point] = piece;
            if (fault != "steps") return point;
        } else if (a[point] == piece) {
            a[point] = fault == "half" ? piece : 2 * piece;
            if (fault == "chain") return point;
        } else {
            a[point + increment] = piece;
        }
        j++;
        return point + increment;
    }
    point += (3 - j) * increment;
    j = 3;
    return point;
}

static void swipe(int *a, int increment) {
    if (increment == 0) return;
    int point = increment > 0 ? 0 : 15;
    for (int i = 0; i < (fault == "lines" ? 3 : 4); i++) {
        int j = 0;
        while (j < 3) point = next_non_zero(a, point, increment, j);
        point += (increment % 4) - 11 * ((increment + 1) % 2);
    }
}

static bool sameness(const int *a, const int *b) {
    for (int i = 0; i < 16; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static void new_piece(int *a, int *b, bool same) {
    int zeros = 0;
    for (int i = 0; i < 16; i++) zeros += a[i] == 0;
    if (!same && fault == "overwrites") {
        a[rand() % 16] = 2;
    } else if (!same && fault != "none") {
        int which = rand() % zeros;
        for (int i = 0; i < 16; i++)
            if (a[i] == 0 && which-- == 0) a[i] = (fault == "fours" && rand() % 2) || fault == "only fours" ? 4 : 2;
    }
    for (int i = 0; i < 16; i++) b[i] = a[i];
}

static void print(const int *a) {
    for (int i = 0; i < 16; i++) std::cout << a[i] << (i % 4 == 3 ? "\n" : fault == "spaces" ? " " : "\t");
}

static bool check_game_over(const int *a) {
    for (int i = 0; i < 16; i++) {
        if (a[i] == 0) return false;
        if (fault == "full") continue;
        if (i % 4 < 3 && a[i] == a[i + 1]) return false;
        if (i < 12 && a[i] == a[i + 4] && fault != "across") return false;
    }
    return true;
}

static bool play(int *a, int *b, char key) {
    int increment = key == 'w' ? 4 : key == 'a' ? 1 : key == 's' ? -4 : key == 'd' ? -1 : 0;
    if (fault == "strange" && increment == 0) increment = 1;
    swipe(a, increment);
    bool same = sameness(a, b);
    new_piece(a, b, same && fault != "always");
    if (!same || fault == "prints") print(a);
    return check_game_over(a);
}

int main(int count, char **words) {
    fault = count > 1 ? words[1] : "right";
    srand(static_cast<unsigned>(time(nullptr)));
    int a[16] = {0}, b[16];
    a[15] = 2;
    std::ifstream file(count > 2 ? words[2] : "");
    if (file && fault != "default")
        for (int &piece : a) file >> piece;
    for (int i = 0; i < 16; i++) b[i] = a[i];
    print(a);
    char key;
    while (!check_game_over(a) && std::cin >> key) play(a, b, key);
}
