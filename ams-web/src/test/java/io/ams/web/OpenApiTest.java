package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.ams.ddl.group.Modes;
import io.ams.ddl.group.Verbs;
import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlDropPolicy;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlReaddPolicy;
import io.ams.proto.DdlRenamePolicy;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import io.ams.testkit.SoloReplica;
import io.ams.web.dashboard.EventStreamServlet;
import io.ams.web.ddl.IncomingChanges;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The description of the API and the API are the same. */
class OpenApiTest {
    private static final Set<String> DESCRIBED_ROOTS = Set.of("/api/v1/", "/livez", "/readyz/");
    private static final String THE_FILE_ITSELF = "GET /api/v1/openapi.yaml";

    private final JsonNode api = load();

    private static JsonNode load() {
        try (InputStream in = Objects.requireNonNull(OpenApiTest.class.getResourceAsStream("/openapi/ams.yaml"))) {
            return new ObjectMapper(new YAMLFactory()).readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyResourceMethodIsDescribedAndViceVersa() {
        Set<String> served = new TreeSet<>(Set.of("GET " + EventStreamServlet.PATH));
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.ams.web")) {
            if (type.isAnnotatedWith(Path.class) && !type.reflect().equals(Probing.class)) {
                served.addAll(routes(type.reflect()));
            }
        }
        served.remove(THE_FILE_ITSELF);
        Set<String> described = new TreeSet<>();
        api.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(method ->
                                described.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey())));
        assertThat(described).isEqualTo(served);
    }

    private static List<String> routes(Class<?> resource) {
        String root = resource.getAnnotation(Path.class).value();
        List<String> routes = new ArrayList<>();
        for (Method method : resource.getMethods()) {
            String sub = Optional.ofNullable(method.getAnnotation(Path.class))
                    .map(Path::value)
                    .orElse("");
            String path = ("/" + root + "/" + sub).replaceAll("/+", "/").replaceAll("(.)/$", "$1");
            for (Annotation annotation : method.getAnnotations()) {
                HttpMethod verb = annotation.annotationType().getAnnotation(HttpMethod.class);
                if (verb != null && DESCRIBED_ROOTS.stream().anyMatch(path::startsWith)) {
                    routes.add(verb.value() + " " + path);
                }
            }
        }
        return routes;
    }

    @Test
    void everyRecordIsDescribedFieldByField() throws ClassNotFoundException {
        described(
                "io.ams.optimizer.protocol",
                List.of(
                        "RegisterRequest",
                        "RegisterAnswer",
                        "TaskStanding",
                        "HeartbeatRequest",
                        "HeartbeatAnswer",
                        "PollRequest",
                        "PollAnswer",
                        "LeasedTask",
                        "CompleteRequest",
                        "FailRequest"));
        described(
                "io.ams.ddl.protocol",
                List.of(
                        "DefaultValue",
                        "Column",
                        "Schema",
                        "Rename",
                        "Change",
                        "Policies",
                        "ShardGroupRequest",
                        "ShardGroupChange",
                        "JoinRequest",
                        "RebindRequest",
                        "Announcement",
                        "AcknowledgeRequest",
                        "ResolveRequest",
                        "Step",
                        "Warning",
                        "Conflict",
                        "ColumnBinding",
                        "FillRule",
                        "Decision",
                        "PendingView",
                        "ShardView",
                        "ShardCells",
                        "ShardDetail",
                        "BarrierView",
                        "TargetColumn",
                        "GroupEvent",
                        "ShardGroupSummary",
                        "ShardGroupView"));
        described(
                "io.ams.web.api",
                List.of(
                        "ClusterView",
                        "NodeView",
                        "SelfView",
                        "PeerView",
                        "PeerRequest",
                        "TransferRequest",
                        "LeaderView",
                        "SettingView",
                        "SettingRequest",
                        "SettingStored",
                        "CatalogView",
                        "CatalogRequest",
                        "TableView",
                        "TablePage",
                        "MoveRequest",
                        "ProcessView",
                        "TaskView",
                        "GroupView",
                        "GroupRequest",
                        "WorkerView",
                        "ProbeView"));
    }

    private void described(String inPackage, List<String> records) throws ClassNotFoundException {
        JsonNode schemas = api.at("/components/schemas");
        ObjectMapper mapper = new ObjectMapper();
        for (String name : records) {
            // What is written, which is not only the components.
            JavaType type = mapper.constructType(Class.forName(inPackage + "." + name));
            List<String> fields = mapper.getSerializationConfig().introspect(type).findProperties().stream()
                    .map(BeanPropertyDefinition::getName)
                    .toList();
            List<String> described = new ArrayList<>();
            schemas.path(name).path("properties").fieldNames().forEachRemaining(described::add);
            assertThat(described).as(name).containsExactlyInAnyOrderElementsOf(fields);
        }
    }

    @ParameterizedTest
    @MethodSource("enumerations")
    void enumerationsAreThoseOfTheCode(String schema, List<String> words, List<String> fields) {
        JsonNode component = api.at("/components/schemas/" + schema);
        List<String> described = new ArrayList<>();
        component.path("enum").forEach(word -> described.add(word.asText()));
        assertThat(described).isEqualTo(words);
        for (String field : fields) {
            String pointer = "/components/schemas/" + field.replace(".", "/properties/") + "/$ref";
            assertThat(api.at(pointer).asText()).as(field).isEqualTo("#/components/schemas/" + schema);
        }
    }

    static Stream<Arguments> enumerations() {
        return Stream.of(
                arguments("ChangeOp", IncomingChanges.ops(), List.of("Change.op")),
                arguments(
                        "Mode",
                        words(DdlMode.values(), Modes::name),
                        List.of("ShardGroupRequest.mode", "ShardGroupChange.mode", "ShardGroupSummary.mode")),
                arguments("DropPolicy", small(DdlDropPolicy.values(), "DROP_"), List.of("Policies.drop")),
                arguments("RenamePolicy", small(DdlRenamePolicy.values(), "RENAME_"), List.of("Policies.rename")),
                arguments("ReaddPolicy", small(DdlReaddPolicy.values(), "READD_"), List.of("Policies.readd")),
                arguments("ShardState", after(DdlMemberState.values(), "MEMBER_"), List.of("ShardView.state")),
                arguments(
                        "Verdict",
                        after(DdlVerdict.values(), "VERDICT_"),
                        List.of("Decision.verdict", "PendingView.verdict")),
                arguments("Action", after(DdlAction.values(), "ACTION_"), List.of("Step.action")),
                arguments("ConflictKind", after(DdlConflictKind.values(), "CONFLICT_"), List.of("Conflict.kind")),
                arguments(
                        "Verb",
                        words(DdlVerb.values(), Verbs::name),
                        List.of("ResolveRequest.verb", "Decision.resolution", "Conflict.verbs/items")));
    }

    private static <E> List<String> words(E[] constants, Function<E, String> word) {
        return Arrays.stream(constants)
                .map(word)
                .filter(said -> !said.isEmpty())
                .toList();
    }

    /** What comes after the prefix in the constants that have it; the others are for what is not known. */
    private static <E extends Enum<E>> List<String> after(E[] constants, String prefix) {
        return words(
                constants,
                constant -> constant.name().startsWith(prefix) ? constant.name().substring(prefix.length()) : "");
    }

    private static <E extends Enum<E>> List<String> small(E[] constants, String prefix) {
        return after(constants, prefix).stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        for (JsonNode reference : api.findValues("$ref")) {
            assertThat(reference.asText()).startsWith("#/");
            assertThat(api.at(reference.asText().substring(1)).isMissingNode())
                    .as(reference.asText())
                    .isFalse();
        }
    }

    @Test
    void itIsServed(@TempDir java.nio.file.Path data) {
        try (Web web = Web.open(new SoloReplica(), data)) {
            Web.Answer answer = web.get("/api/v1/openapi.yaml");
            assertThat(answer.header("Content-Type")).startsWith("application/yaml");
            assertThat(answer.body()).startsWith("openapi: 3.");
        }
    }
}
