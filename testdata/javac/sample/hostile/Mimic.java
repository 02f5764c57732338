class Mimic {
    public static void main(String[] words) {
        System.out.println("see Other.java:3: error is a word");
        System.out.println("    at Other.java:3: error: not at the beginning");
        System.out.println("3 errors");
        System.out.println("all is well");
    }
}
