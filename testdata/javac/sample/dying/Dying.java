class Dying {
    public static void main(String[] words) {
        try {
            Integer.parseInt("heavy");
        } catch (NumberFormatException cause) {
            throw new IllegalStateException("the scale said nothing useful\nand nobody asked", cause);
        }
    }
}
