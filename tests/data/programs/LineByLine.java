import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

/** A right 2048 in the dialogue of document 000 that makes a new Scanner for every line it reads. */
public class LineByLine {
    static final Random DICE = new Random();
    static int[][] board = new int[4][4];
    static int score = 0;

    static void addTile() {
        List<int[]> free = new ArrayList<>();
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 4; column++)
                if (board[row][column] == 0) free.add(new int[] {row, column});
        int[] cell = free.get(DICE.nextInt(free.size()));
        board[cell[0]][cell[1]] = DICE.nextBoolean() ? 2 : 4;
    }

    static int[] merged(int[] line) {
        int[] made = new int[4];
        int count = 0;
        boolean open = false;
        for (int tile : line) {
            if (tile == 0) continue;
            if (open && made[count - 1] == tile) {
                made[count - 1] *= 2;
                score += made[count - 1];
                open = false;
            } else {
                made[count++] = tile;
                open = true;
            }
        }
        return made;
    }

    static boolean slide(char key) {
        boolean moved = false;
        for (int line = 0; line < 4; line++) {
            int[] tiles = new int[4];
            for (int step = 0; step < 4; step++) tiles[step] = board[row(key, line, step)][column(key, line, step)];
            int[] made = merged(tiles);
            for (int step = 0; step < 4; step++) {
                moved |= made[step] != tiles[step];
                board[row(key, line, step)][column(key, line, step)] = made[step];
            }
        }
        return moved;
    }

    static int row(char key, int line, int step) {
        return key == 'w' ? step : key == 's' ? 3 - step : line;
    }

    static int column(char key, int line, int step) {
        return key == 'a' ? step : key == 'd' ? 3 - step : line;
    }

    static boolean over() {
        int[][] before = board;
        int kept = score;
        boolean moves = false;
        for (char key : "wsad".toCharArray()) {
            board = new int[4][];
            for (int row = 0; row < 4; row++) board[row] = before[row].clone();
            moves |= slide(key);
        }
        board = before;
        score = kept;
        return !moves;
    }

    static void show() {
        System.out.println("Score: " + score);
        for (int[] row : board) {
            StringBuilder text = new StringBuilder();
            for (int tile : row) text.append(String.format("%6s", tile == 0 ? "O" : "" + tile));
            System.out.println(text);
        }
    }

    public static void main(String[] arguments) {
        System.out.println("Welcome!");
        addTile();
        addTile();
        show();
        while (!over()) {
            String line = new Scanner(System.in).nextLine();
            if (line.length() == 1 && "wsad".contains(line) && slide(line.charAt(0))) addTile();
            show();
        }
        System.out.println("Game Over");
    }
}
