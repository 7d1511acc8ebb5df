package io.ams.web.cli.bench;

/** Finds a number in JSON without parsing the rest: the load must cost less than what it measures. */
final class JsonNumbers {
    private JsonNumbers() {}

    /** The whole number of this field, also if it is a string as etcd writes it; -1 if there is none. */
    static long after(String json, String field) {
        int at = json.indexOf("\"" + field + "\"");
        if (at < 0) {
            return -1;
        }
        at += field.length() + 2;
        while (at < json.length() && (json.charAt(at) == ':' || json.charAt(at) == ' ' || json.charAt(at) == '"')) {
            at++;
        }
        int end = at;
        while (end < json.length() && Character.isDigit(json.charAt(end))) {
            end++;
        }
        return end == at ? -1 : Long.parseLong(json.substring(at, end));
    }
}
