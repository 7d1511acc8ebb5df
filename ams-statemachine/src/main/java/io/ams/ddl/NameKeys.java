package io.ams.ddl;

/** Names of columns without their letter case: databases and engines take {@code Id} and {@code id} for the same. */
final class NameKeys {
    private NameKeys() {}

    /** The name with the letters A to Z small. Others stay: what is small for them differs between releases of Java. */
    static String of(String name) {
        StringBuilder key = null;
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (letter >= 'A' && letter <= 'Z') {
                key = key == null ? new StringBuilder(name) : key;
                key.setCharAt(i, (char) (letter - 'A' + 'a'));
            }
        }
        return key == null ? name : key.toString();
    }

    static boolean same(String left, String right) {
        return of(left).equals(of(right));
    }
}
