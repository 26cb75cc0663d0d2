import java.util.Random;

/**
 * A seeded game of 2048 as document 001 describes it, with java.util.Random and nothing of slidedrop: the truth that
 * the psa3 edition is held against.
 *
 *     javac Seeded2048.java && java Seeded2048 SEED SIZE KEYS > seed_SEED_size_SIZE.txt
 *
 * Prints the arguments, every board as its tiles on one line with the score before them, and the board file at the end.
 */
public class Seeded2048 {
    private final Random random;
    private final int size;
    private final int[][] grid;
    private int score;

    Seeded2048(long seed, int size) {
        this.random = new Random(seed);
        this.size = size;
        this.grid = new int[size][size];
        addRandomTile();
        addRandomTile();
    }

    void addRandomTile() {
        int count = 0;
        for (int[] row : grid) for (int tile : row) if (tile == 0) count++;
        if (count == 0) return;
        int location = random.nextInt(count);
        int value = random.nextInt(100);
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++)
                if (grid[row][column] == 0 && location-- == 0) grid[row][column] = value < 90 ? 2 : 4;
    }

    /** Turns the board a quarter to the left, so that a move in any direction can be made as one to the left. */
    void turn() {
        int[][] turned = new int[size][size];
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++) turned[size - 1 - column][row] = grid[row][column];
        for (int row = 0; row < size; row++) grid[row] = turned[row];
    }

    boolean moveLeft() {
        boolean moved = false;
        for (int[] row : grid) {
            int free = 0;          // where the next tile comes to rest
            boolean open = false;  // whether the tile before it may still merge
            for (int column = 0; column < size; column++) {
                int tile = row[column];
                if (tile == 0) continue;
                row[column] = 0;
                if (open && row[free - 1] == tile) {
                    row[free - 1] = 2 * tile;
                    score += 2 * tile;
                    open = false;
                    moved = true;
                } else {
                    row[free] = tile;
                    moved |= free != column;
                    free++;
                    open = true;
                }
            }
        }
        return moved;
    }

    boolean move(char key) {
        int turns = "awds".indexOf(key);  // left, up, right, down
        for (int i = 0; i < turns; i++) turn();
        boolean moved = moveLeft();
        for (int i = 0; i < (4 - turns) % 4; i++) turn();
        return moved;
    }

    void print() {
        StringBuilder line = new StringBuilder().append(score);
        for (int[] row : grid) for (int tile : row) line.append(' ').append(tile);
        System.out.println(line);
    }

    void printFile() {
        System.out.println(size);
        System.out.println(score);
        for (int[] row : grid) {
            for (int tile : row) System.out.print(tile + " ");
            System.out.println();
        }
    }

    public static void main(String[] arguments) {
        System.out.println(String.join(" ", arguments));
        Seeded2048 game = new Seeded2048(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]));
        game.print();
        for (char key : arguments[2].toCharArray()) {
            if (game.move(key)) game.addRandomTile();
            game.print();
        }
        game.printFile();
    }
}
