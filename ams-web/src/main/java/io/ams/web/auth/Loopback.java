package io.ams.web.auth;

import java.util.regex.Pattern;

/** Which names and addresses mean "this machine". Names are not looked up: an answer could change. */
public final class Loopback {
    private static final Pattern V4 = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    private Loopback() {}

    /** Whether a listener on this host, or a page from it, is on this machine for sure. */
    public static boolean isLoopback(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return bare.equals("localhost")
                || bare.endsWith(".localhost")
                || bare.equals("::1")
                || bare.equals("0:0:0:0:0:0:0:1")
                || V4.matcher(bare).matches();
    }
}
