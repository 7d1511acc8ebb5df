package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;

/**
 * A page of the dashboard with its scripts running against a served node: what a browser would show, as text, and what somebody clicks
 * and types. Colours, places and sizes are not told. Any error that a script does not catch fails the test.
 */
final class ScriptedPage implements AutoCloseable {
    private static final Pattern SCRIPT = Pattern.compile("<script type=\"module\" src=\"(assets/[^\"]+)\"></script>");

    /** Far more than a page needs to come to rest. */
    private static final int MOST_ROUNDS = 50;

    /** One for all pages, so that each script is read once. */
    private static final Engine ENGINE = Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .build();

    private final Context context;
    private final Value browser;

    private ScriptedPage(Context context, Value browser) {
        this.context = context;
        this.browser = browser;
    }

    /**
     * Opens the page of the node and waits until it is at rest.
     *
     * @param path of the page
     * @param hash what stands behind it, with the sign, or nothing
     */
    static ScriptedPage open(Web web, String path, String hash) {
        String html = web.get(path).body();
        Matcher script = SCRIPT.matcher(html);
        assertThat(script.find()).as("the page has a script").isTrue();
        Context context = Context.newBuilder("js")
                .allowIO(IOAccess.ALL)
                .engine(ENGINE)
                .option("js.unhandled-rejections", "throw")
                .build();
        Value globals = context.getBindings("js");
        globals.putMember("html", html);
        globals.putMember("hash", hash);
        globals.putMember("http", (ProxyExecutable) sent -> answer(web, sent));
        context.eval(source("/page/browser.js", false));
        context.eval(source("/" + script.group(1), true));
        ScriptedPage page = new ScriptedPage(context, globals.getMember("browser"));
        page.rest();
        return page;
    }

    private static ProxyObject answer(Web web, Value... sent) {
        String[] headers = sent[3].as(String[].class);
        Web.Answer answer =
                web.send(sent[0].asString(), sent[1].asString(), sent[2].isNull() ? null : sent[2].asString(), headers);
        return ProxyObject.fromMap(Map.of("status", answer.status(), "body", answer.body()));
    }

    private static Source source(String resource, boolean module) {
        URL found = Objects.requireNonNull(ScriptedPage.class.getResource(resource), resource);
        try {
            Source.Builder source =
                    Source.newBuilder("js", Path.of(found.toURI()).toFile());
            return module ? source.mimeType("application/javascript+module").build() : source.build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs what timers wait with until nothing does. */
    private void rest() {
        for (int round = 0; browser.invokeMember("tick").asBoolean(); round++) {
            assertThat(round).as("the page comes to rest").isLessThan(MOST_ROUNDS);
        }
    }

    /** What the element and all inside it say. */
    String text(String id) {
        return browser.invokeMember("text", id).asString();
    }

    boolean isHidden(String id) {
        return browser.invokeMember("isHidden", id).asBoolean();
    }

    boolean isOpen(String id) {
        return browser.invokeMember("isOpen", id).asBoolean();
    }

    /** The rows of the tables inside, the texts of their cells with bars between. */
    List<String> rows(String id) {
        return Arrays.asList(browser.invokeMember("rows", id).as(String[].class));
    }

    /** What the buttons inside say. */
    List<String> buttons(String id) {
        return Arrays.asList(browser.invokeMember("buttons", id).as(String[].class));
    }

    /** Clicks the first button inside, or the element itself, that says this. */
    void click(String id, String words) {
        browser.invokeMember("click", id, words);
        rest();
    }

    void type(String id, String words) {
        browser.invokeMember("type", id, words);
        rest();
    }

    void check(String id) {
        browser.invokeMember("check", id);
        rest();
    }

    /** Follows a link within the page. */
    void openHash(String hash) {
        browser.invokeMember("openHash", hash);
        rest();
    }

    /** The node's stream brings this picture. */
    void hear(String picture) {
        browser.invokeMember("hear", picture);
        rest();
    }

    @Override
    public void close() {
        context.close();
    }
}
