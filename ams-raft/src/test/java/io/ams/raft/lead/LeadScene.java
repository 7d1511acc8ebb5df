package io.ams.raft.lead;

import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.op.Proposal;
import io.ams.proto.SettingPut;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import io.ams.state.View;
import io.ams.store.MemoryStore;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A cluster as a duty sees it, where the test answers each submission. */
final class LeadScene {
    /** What was submitted and waits for the test to take it. */
    record Submitted(String operation, MessageLite body, Submission submission, CompletableFuture<ErrorCode> refusal) {
        void refuse(ErrorCode code) {
            refusal.complete(code);
        }
    }

    private final BlockingQueue<Submitted> submitted = new LinkedBlockingQueue<>();
    private final MemoryStore store = new MemoryStore();
    final Submitter submitter = new AskingSubmitter();
    final Reader reader = new LocalReader();

    Submitted next() throws InterruptedException {
        Submitted next = submitted.poll(20, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was submitted");
        }
        return next;
    }

    int untaken() {
        return submitted.size();
    }

    static Proposal<?, ?> put(String key) {
        return new Proposal<>(
                Operations.SETTING_PUT, SettingPut.newBuilder().setKey(key).build());
    }

    private final class AskingSubmitter implements Submitter {
        @Override
        public <C extends MessageLite, R extends MessageLite> CompletionStage<Reply<R>> submit(
                Operation<C, R> operation, C body, Submission submission) {
            CompletableFuture<ErrorCode> refusal = new CompletableFuture<>();
            submitted.add(new Submitted(operation.name(), body, submission, refusal));
            return refusal.thenApply(code -> Reply.failed(code, "as the test wants"));
        }
    }

    private final class LocalReader implements Reader {
        @Override
        public <T> CompletionStage<Read<T>> read(Consistency consistency, Function<View, T> function) {
            return CompletableFuture.completedFuture(readLocal(function));
        }

        @Override
        public <T> Read<T> readLocal(Function<View, T> function) {
            return store.read(snapshot -> new Read<>(function.apply(snapshot.view()), 0));
        }
    }
}
