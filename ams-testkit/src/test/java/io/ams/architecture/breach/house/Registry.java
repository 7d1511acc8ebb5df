package io.ams.architecture.breach.house;

/** One for all, and changing. */
public final class Registry {
    @SuppressWarnings("NonFinalStaticField") // the breach that the rule is there to catch
    private static Registry instance = new Registry();

    public static Registry getInstance() {
        return instance;
    }

    public static void replace(Registry other) {
        instance = other;
    }
}
