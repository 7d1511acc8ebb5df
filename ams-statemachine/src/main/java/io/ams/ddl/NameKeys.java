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

    /** Whether both are the same name. Asked for every pair of columns, so it makes no key. */
    static boolean same(String left, String right) {
        if (left.length() != right.length()) {
            return false;
        }
        // Names of columns more often begin alike than end alike.
        for (int i = left.length() - 1; i >= 0; i--) {
            if (small(left.charAt(i)) != small(right.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static char small(char letter) {
        return letter >= 'A' && letter <= 'Z' ? (char) (letter - 'A' + 'a') : letter;
    }
}
