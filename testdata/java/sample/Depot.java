import java.util.ArrayList;

public class Depot {
    static int weigh(String crate) {
        return Integer.parseInt(crate);
    }

    public static void main(String[] words) {
        System.out.println("depot opened");
        switch (words[0]) {
            case "few-failures" -> weigh("heavy");
            case "crash" -> {
                var crates = new ArrayList<byte[]>();
                while (true) crates.add(new byte[1 << 20]);
            }
            case "hostile" -> {
                System.out.println("it said: Exception in thread \"main\" java.lang.Error: nothing");
                System.out.println("    Terminating due to java.lang.Error is a title");
            }
            default -> { }
        }
        System.out.println("depot closed");
    }
}
