package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.Optional;

/**
 * Takes note of a node: who it is and where it can be reached. A node sends it at every start; sent twice it changes nothing.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code NODE_ID_TAKEN}, {@code NODE_ADDRESS_TAKEN}. An id belongs to one incarnation for good: a
 * node whose data directory was lost has forgotten what it acknowledged, and would break Raft's promises under its old id.
 */
public final class NodeRegister extends Operation<io.ams.proto.NodeRegister, NodeRow> {
    public NodeRegister() {
        super(
                Command.BodyCase.NODE_REGISTER,
                Command::getNodeRegister,
                Command.Builder::setNodeRegister,
                NodeRow.parser());
    }

    @Override
    public Decision<NodeRow> decide(View view, LogPosition at, io.ams.proto.NodeRegister command) {
        Optional<NodeRow> known = view.get(Columns.NODES, command.getId());
        Optional<Objection> objection = malformed(command)
                .or(() -> known.flatMap(row -> taken(row, command)))
                .or(() -> addressTaken(view, command));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        if (known.isEmpty() && !isInitial(command.getInitialState())) {
            return Decision.refuse(
                    ErrorCode.BAD_REQUEST,
                    "a new node begins as JOINING or ACTIVE, not as " + command.getInitialState());
        }
        NodeRow row = known.orElseGet(() -> created(command, at)).toBuilder()
                .setRaftAddress(command.getRaftAddress())
                .setHttpAddress(command.getHttpAddress())
                .setVersion(given(command.getVersion(), known.map(NodeRow::getVersion)))
                .setTokenHash(given(command.getTokenHash(), known.map(NodeRow::getTokenHash)))
                .build();
        return known.filter(row::equals).isPresent()
                ? Decision.accept(ChangeSet.empty(), row)
                : Decision.accept(
                        ChangeSet.builder()
                                .put(Columns.NODES, command.getId(), row)
                                .build(),
                        row);
    }

    /** Whoever adds a node does not know all that the node says of itself: what is not given stays. */
    private static String given(String value, Optional<String> known) {
        return value.isEmpty() ? known.orElse("") : value;
    }

    private static Optional<Objection> malformed(io.ams.proto.NodeRegister command) {
        if (command.getIncarnation().isEmpty()) {
            return Optional.of(new Objection(ErrorCode.BAD_REQUEST, "a node must say which incarnation it is"));
        }
        return Names.plain("a node id", command.getId());
    }

    private static Optional<Objection> taken(NodeRow known, io.ams.proto.NodeRegister command) {
        if (known.getState() == NodeState.GONE) {
            return Optional.of(new Objection(
                    ErrorCode.NODE_ID_TAKEN,
                    "node " + known.getId() + " was removed and its id is never used again; join under a new id"));
        }
        if (!known.getIncarnation().equals(command.getIncarnation())) {
            return Optional.of(new Objection(
                    ErrorCode.NODE_ID_TAKEN,
                    "node id " + known.getId() + " belongs to another data directory (incarnation "
                            + known.getIncarnation() + ", not " + command.getIncarnation()
                            + "); a wiped node must join under a new id"));
        }
        return Optional.empty();
    }

    /** Two members at one Raft address would both be whoever listens there. An address is free again when its node is gone. */
    private static Optional<Objection> addressTaken(View view, io.ams.proto.NodeRegister command) {
        return Rows.values(view, Columns.NODES, KeyRange.all()).stream()
                .filter(row -> !command.getRaftAddress().isEmpty())
                .filter(row -> row.getState() != NodeState.GONE)
                .filter(row -> !row.getId().equals(command.getId()))
                .filter(row -> row.getRaftAddress().equals(command.getRaftAddress()))
                .findFirst()
                .map(row -> new Objection(
                        ErrorCode.NODE_ADDRESS_TAKEN,
                        "the Raft address " + command.getRaftAddress() + " is that of node " + row.getId() + " ("
                                + row.getState() + "); choose another one, or remove that node first"));
    }

    private static NodeRow created(io.ams.proto.NodeRegister command, LogPosition at) {
        return NodeRow.newBuilder()
                .setId(command.getId())
                .setIncarnation(command.getIncarnation())
                .setState(command.getInitialState())
                .setRegisteredAtMillis(at.timeMillis())
                .setStateSinceMillis(at.timeMillis())
                .build();
    }

    private static boolean isInitial(NodeState state) {
        return state == NodeState.JOINING || state == NodeState.ACTIVE;
    }
}
