package io.ams.web.it;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Message;
import io.ams.ddl.protocol.AcknowledgeRequest;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.ShardDetail;
import io.ams.ddl.protocol.ShardGroupView;
import io.ams.ddl.protocol.ShardView;
import io.ams.op.ErrorCode;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.testkit.ddl.history.DdlAnswer;
import io.ams.testkit.ddl.history.DdlDoor;
import io.ams.testkit.ddl.history.GroupSeen;
import io.ams.testkit.process.Answer;
import io.ams.testkit.process.NodeHttp;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Nodes as shards reach them over HTTP: bare calls, so that each answer is seen as it comes. */
final class HttpDoor implements DdlDoor {
    /** Shorter than an election or a pause of a node, so that calls are given up which are carried out later. */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private static final long LITTLE_MILLIS = 150;
    private static final String GROUPS = "/api/v1/ddl/groups/";
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final List<NodeHttp> nodes;

    HttpDoor(List<NodeHttp> nodes) {
        this.nodes = nodes.stream().map(node -> node.within(PATIENCE)).toList();
    }

    @Override
    public int nodes() {
        return nodes.size();
    }

    @Override
    public DdlAnswer call(int node, Message command, String key) {
        NodeHttp http = key.isEmpty() ? nodes.get(node) : nodes.get(node).with("Idempotency-Key", key);
        try {
            return answer(command, send(http, command));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            return new DdlAnswer.NotNow();
        } catch (IOException e) {
            return new DdlAnswer.Unknown();
        }
    }

    private static Answer send(NodeHttp http, Message command) throws IOException {
        if (command instanceof DdlJoin join) {
            return http.put(path(join.getGroup(), join.getShard()), DdlBodies.join(join));
        } else if (command instanceof DdlLeave leave) {
            return http.delete(path(leave.getGroup(), leave.getShard()));
        } else if (command instanceof DdlAnnounce announce) {
            return http.post(
                    path(announce.getGroup(), announce.getShard()) + "/announcements",
                    DdlBodies.announcement(announce));
        } else if (command instanceof DdlAcknowledge acknowledge) {
            return http.post(
                    path(acknowledge.getGroup(), acknowledge.getShard()) + "/acknowledgements",
                    new AcknowledgeRequest(acknowledge.getSeq()));
        }
        DdlResolve resolve = (DdlResolve) command;
        return http.post(path(resolve.getGroup(), resolve.getShard()) + "/resolve", DdlBodies.resolve(resolve));
    }

    private static String path(String group, String shard) {
        return GROUPS + group + "/shards/" + shard;
    }

    private static DdlAnswer answer(Message command, Answer answer) throws IOException {
        if (answer.status() == 204) {
            return new DdlAnswer.Done();
        } else if (answer.status() / 100 == 2) {
            Decision decision = JSON.treeToValue(answer.body(), Decision.class);
            boolean leaves = command instanceof DdlLeave
                    || (command instanceof DdlResolve resolve && resolve.getVerb() == DdlVerb.VERB_DETACH);
            return DdlTexts.said(decision, !leaves);
        }
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.name().equals(answer.errorCode()))
                .findFirst()
                .map(DdlAnswer::failed)
                .orElseThrow(() -> new AssertionError("a node answered " + answer + " to " + command));
    }

    @Override
    public Optional<GroupSeen> look(int node, String group) {
        return get(nodes.get(node), GROUPS + group)
                .map(body -> DdlTexts.seen(read(body, ShardGroupView.class), Map.of()));
    }

    /** The same with the bindings of all its shards; empty if the node does not answer or the group changes meanwhile. */
    Optional<GroupSeen> lookClosely(int node, String group) {
        NodeHttp http = nodes.get(node);
        Optional<ShardGroupView> before = get(http, GROUPS + group).map(body -> read(body, ShardGroupView.class));
        Map<String, List<String>> bindings = new TreeMap<>();
        for (ShardView shard : before.map(ShardGroupView::shards).orElse(List.of())) {
            if (!shard.state().equals("LEFT")) {
                get(http, path(group, shard.shard()))
                        .map(body -> read(body, ShardDetail.class))
                        .ifPresent(detail -> bindings.put(shard.shard(), DdlTexts.bindings(detail.columns())));
            }
        }
        Optional<ShardGroupView> after = get(http, GROUPS + group).map(body -> read(body, ShardGroupView.class));
        return before.filter(first -> after.filter(second ->
                                second.group().version() == first.group().version())
                        .isPresent())
                .map(view -> DdlTexts.seen(view, bindings));
    }

    /** Empty if the node cannot say now. */
    static Optional<JsonNode> get(NodeHttp node, String path) {
        try {
            Answer answer = node.get(path);
            return answer.status() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static <T> T read(JsonNode body, Class<T> type) {
        try {
            return JSON.treeToValue(body, type);
        } catch (IOException e) {
            throw new AssertionError("not a " + type.getSimpleName() + ": " + body, e);
        }
    }

    @Override
    public void await(int node, String group, String shard, long seq) {
        get(nodes.get(node), path(group, shard) + "/announcements/" + seq + "?waitMillis=" + LITTLE_MILLIS);
    }
}
