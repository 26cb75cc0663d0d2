import java.io.FileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;

/** 2048 as document 001 describes it, with the fault that the first argument names; "right" has none. */
public class Faulty {
    static final String CONTROLS =
        " Controls:\n   w - Move Up\n   s - Move Down\n   a - Move Left\n   d - Move Right\n   q - Quit and Save Board";
    static final int[][] STEPS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    final String fault;
    final Random random = new Random(2048);
    int[][] board;
    int score;

    Faulty(String fault) {
        this.fault = fault;
    }

    boolean is(String name) {
        return fault.equals(name);
    }

    void addTile() {
        int count = 0;
        for (int[] row : board) for (int tile : row) count += tile == 0 ? 1 : 0;
        if (count == 0) return;
        int location = random.nextInt(count);
        int value = random.nextInt(100);
        for (int[] row : board)
            for (int column = 0; column < row.length; column++)
                if (row[column] == 0 && location-- == 0) row[column] = value < 90 ? 2 : 4;
    }

    int read(char key, int line, int step) {
        int back = board.length - 1 - step;
        return key == 'w' ? board[step][line] : key == 's' ? board[back][line] : key == 'a' ? board[line][step] : board[line][back];
    }

    void write(char key, int line, int step, int tile) {
        int back = board.length - 1 - step;
        if (key == 'w') board[step][line] = tile;
        else if (key == 's') board[back][line] = tile;
        else if (key == 'a') board[line][step] = tile;
        else board[line][back] = tile;
    }

    boolean slideLine(char key, int line) {
        int size = board.length, count = 0, length = 0;
        int[] tiles = new int[size], made = new int[size];
        for (int step = 0; step < size; step++) if (read(key, line, step) != 0) tiles[count++] = read(key, line, step);
        boolean fresh = false, moved = false;
        for (int at = 0; at < count; at++) {
            int tile = tiles[is("far") ? count - 1 - at : at];
            boolean again = !fresh || is("chain");
            if (length > 0 && made[length - 1] == tile && again && !(is("large") && tile >= 128)) {
                made[length - 1] = 2 * tile;
                score += is("score") ? tile : 2 * tile;
                fresh = true;
            } else {
                made[length++] = tile;
                fresh = false;
            }
        }
        int shift = is("down") && key == 's' && length > 0 && read(key, line, 0) == 0 ? 1 : 0;
        for (int step = 0; step < size; step++) {
            int at = step - shift;
            int tile = at < 0 || at >= length ? 0 : made[is("far") ? length - 1 - at : at];
            moved |= read(key, line, step) != tile;
            write(key, line, step, tile);
        }
        return moved;
    }

    void move(char key, boolean replaying) {
        boolean moved = false;
        for (int line = 0; line < board.length; line++) moved |= slideLine(key, line);
        if ((moved || is("illegal")) && !(replaying && is("replay"))) addTile();
    }

    boolean isGameOver() {
        int size = board.length;
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++) {
                if (board[row][column] == 0) return false;
                for (int step = 0; step < (is("late") ? 4 : 2); step++) {
                    int down = row + STEPS[step][0], right = column + STEPS[step][1];
                    if (is("early") || down >= size || right < 0 || right >= size) continue;
                    if (board[row][column] == board[down][right]) return false;
                }
            }
        return true;
    }

    void show() {
        StringBuilder text = new StringBuilder("Score: " + score + "\n");
        for (int[] row : board) {
            for (int tile : row) text.append(tile == 0 ? "    -" : String.format("%5d", tile));
            text.append("\n");
        }
        System.out.println(text);
    }

    String saved() {
        StringBuilder text = new StringBuilder(board.length + "\n" + score + "\n");
        for (int[] row : board) {
            for (int column = 0; column < row.length; column++)
                text.append(row[column]).append(is("space") && column == row.length - 1 ? "" : " ");
            text.append("\n");
        }
        return text.toString();
    }

    void load(String path) throws IOException {
        Scanner file = new Scanner(Path.of(path));
        int size = file.nextInt();
        score = file.nextInt();
        board = new int[size][size];
        for (int place = 0; place < size * size; place++) board[place / size][place % size] = file.nextInt();
        file.close();
    }

    public static void main(String[] words) throws IOException {
        Map<String, String> options = new HashMap<>();
        for (int at = 1; at + 1 < words.length; at += 2) options.put(words[at], words[at + 1]);
        new Faulty(words[0]).play(options);
    }

    void play(Map<String, String> options) throws IOException {
        System.out.println("Welcome to 2048!");
        String log = options.getOrDefault("--replay", options.get("--record")), keys = "";
        int size = Integer.parseInt(options.getOrDefault("-s", "4"));
        if (options.containsKey("--replay")) {
            String[] parts = Files.readString(Path.of(log)).split(" ");
            size = Integer.parseInt(parts[0]);
            keys = parts.length > 1 ? parts[1] : "";
        } else if (log != null) Files.writeString(Path.of(log), size + " ");
        if (options.containsKey("-i")) {
            System.out.println("Loading Board from " + options.get("-i"));
            load(options.get("-i"));
        } else {
            System.out.println("Generating a New Board");
            board = new int[size < 2 ? 4 : size][size < 2 ? 4 : size];
            addTile();
            addTile();
        }
        for (char key : keys.toCharArray()) move(key, true);
        System.out.println(CONTROLS);
        show();
        Scanner input = new Scanner(System.in);
        while (!isGameOver()) {
            System.out.print(" > ");
            String typed = input.hasNext() ? input.next() : "q";
            if (typed.equals("q")) break;
            if (typed.length() == 1 && "wsad".contains(typed)) {
                if (log != null)
                    try (FileWriter file = new FileWriter(log, true)) {
                        file.write(typed);
                    }
                move(typed.charAt(0), false);
            } else System.out.println(CONTROLS);
            show();
        }
        if (isGameOver()) System.out.println("Game Over!");
        if (log == null) Files.writeString(Path.of(options.getOrDefault("-o", "2048.board")), saved());
    }
}
