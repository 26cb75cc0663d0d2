import java.util.Scanner;

/** A bot in Java by the line protocol: the first legal column. */
public class Bot {
    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        String top = "";
        while (lines.hasNextLine()) {
            String[] words = lines.nextLine().split(" ");
            switch (words[0]) {
                case "game" -> System.out.println("ready");
                case "position" -> top = words[1].split("/")[0];
                case "go" -> System.out.println("bestmove " + (top.indexOf('.') + 1));
                case "quit" -> System.exit(0);
                default -> { }
            }
        }
    }
}
