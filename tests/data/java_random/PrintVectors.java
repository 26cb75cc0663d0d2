import java.util.Random;

/**
 * Prints what java.util.Random draws, one line a seed and bound: "seed bound: number number ...".
 * The bound "any" stands for nextInt() without a bound.
 *
 *     javac PrintVectors.java && java PrintVectors > vectors.txt
 */
public class PrintVectors {
    private static final long[] SEEDS = {
        0L, 1L, -1L, 2L, 42L, -42L, 2048L, 25214903917L, -25214903917L, 0xFFFFFFFFL, 0x80000000L,
        (1L << 48) - 1, 1L << 48, (1L << 53) - 1, (1L << 53) + 1, -(1L << 53) - 1, 1234567890123456789L,
        -1234567890123456789L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1,
    };

    /** Powers of two, small and odd bounds, and those just above 2^30, which reject almost every second draw. */
    private static final int[] BOUNDS = {
        1, 2, 3, 4, 10, 14, 15, 16, 100, 1024, 999_983, 1 << 30, (1 << 30) + 1, 1_500_000_000, Integer.MAX_VALUE,
    };

    private static final int DRAWS = 20;

    public static void main(String[] arguments) {
        for (long seed : SEEDS) {
            print(seed, 0);
            for (int bound : BOUNDS) {
                print(seed, bound);
            }
        }
    }

    private static void print(long seed, int bound) {
        Random random = new Random(seed);
        StringBuilder line = new StringBuilder(seed + " " + (bound == 0 ? "any" : bound) + ":");
        for (int draw = 0; draw < DRAWS; draw++) {
            line.append(' ').append(bound == 0 ? random.nextInt() : random.nextInt(bound));
        }
        System.out.println(line);
    }
}
