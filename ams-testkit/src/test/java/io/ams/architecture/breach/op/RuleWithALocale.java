package io.ams.architecture.breach.op;

/** A rule must not depend on the locale. */
public final class RuleWithALocale {
    @SuppressWarnings("StringCaseLocaleUsage") // the breach that the rule is there to catch
    public String lower(String text) {
        return text.toLowerCase();
    }
}
