package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** {@code bin/ams status} as text: first of all what the cluster can still lose, then each node, reachable or not. */
record StatusReport(ClusterView view) {
    String render() {
        JsonNode cluster = view.cluster();
        StringBuilder text = new StringBuilder();
        text.append(tolerance()).append('\n');
        text.append(leader()).append('\n');
        text.append("cluster ").append(cluster.path("clusterId").asText("-"));
        text.append(", ownership ").append(cluster.path("ownershipMode").asText("-"));
        text.append(", feature level ").append(cluster.path("featureLevel").asText("-"));
        text.append(", as told by ").append(cluster.path("nodeId").asText("-")).append("\n\n");
        return text.append(nodes()).toString();
    }

    private String tolerance() {
        long voters = view.voters();
        long reachable = view.reachableVoters();
        String counted =
                " (" + reachable + " of " + voters + " voting nodes answer, " + (voters / 2 + 1) + " are needed)";
        if (view.tolerance() < 0) {
            return "failure tolerance: none, no majority" + counted;
        }
        return "failure tolerance: " + view.tolerance() + " more node" + (view.tolerance() == 1 ? "" : "s") + counted;
    }

    private String leader() {
        String told = view.cluster().path("nodeId").asText("-");
        return view.leader()
                .map(id -> "leader " + id + " in term "
                        + view.cluster().path("term").asText("-"))
                .orElse("no leader: node " + told
                        + " is cut off from a majority or an election is going on; writes and strict reads wait or fail,"
                        + " this shows what " + told + " knows");
    }

    private String nodes() {
        TextTable table = new TextTable(
                "NODE",
                "STATE",
                "ROLE",
                "ANSWERS",
                "APPLIED",
                "LAG",
                "CONTACT MS",
                "BUCKETS",
                "TABLES",
                "HTTP",
                "RAFT",
                "VERSION");
        for (JsonNode node : view.nodes()) {
            String id = node.path("id").asText();
            JsonNode self = view.self(id);
            table.row(
                    id,
                    text(node, "state"),
                    role(node, self),
                    answers(id, self),
                    text(self, "appliedIndex"),
                    text(node, "lag"),
                    text(node, "lastContactMillis"),
                    text(node, "buckets"),
                    text(node, "tables"),
                    text(node, "httpAddress"),
                    text(node, "raftAddress"),
                    text(node, "version"));
        }
        return table.render();
    }

    private static String role(JsonNode node, JsonNode self) {
        String role = self.path("role").asText(node.path("role").asText("-"));
        return node.path("voter").asBoolean(true) ? role : role + " (no vote)";
    }

    private String answers(String id, JsonNode self) {
        if (!view.reachable(id)) {
            return "UNREACHABLE";
        }
        String lifecycle = self.path("lifecycle").asText("RUNNING");
        return lifecycle.equals("RUNNING") ? "yes" : lifecycle;
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("-");
    }
}
