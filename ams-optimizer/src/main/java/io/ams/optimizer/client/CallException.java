package io.ams.optimizer.client;

/** A call did not succeed. What may have become of it is said, because files hang on it. */
public final class CallException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What became of the call. */
    public enum Fate {
        /** AMS said no, and would say no again on any node. Nothing was changed. */
        REFUSED,
        /** This node could not take it now. Nothing was changed; another node may take it. */
        NOT_APPLIED,
        /** It may or may not have had its effect. */
        UNKNOWN
    }

    private final Fate fate;
    private final String code;

    /**
     * @param code the code of AMS's answer, empty if there was no answer of its own
     */
    public CallException(Fate fate, String code, String message) {
        super(message);
        this.fate = fate;
        this.code = code;
    }

    public Fate fate() {
        return fate;
    }

    public String code() {
        return code;
    }
}
