package io.ams.optimizer;

import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.rewrite.RewriteExecutor;
import io.ams.optimizer.rewrite.TaskControl;
import io.ams.optimizer.task.RewriteInput;
import io.ams.optimizer.task.RewriteOutput;
import java.io.IOException;

/** Runs rewrite tasks with a {@link RewriteExecutor}. */
public final class RewriteRunner implements TaskRunner {
    private final RewriteExecutor executor;

    public RewriteRunner(RewriteExecutor executor) {
        this.executor = executor;
    }

    @Override
    public TaskResult run(LeasedTask task, byte[] input, TaskControl control) throws IOException {
        RewriteInput rewrite = RewriteInput.unpack(input);
        String name = task.processId() + "-" + task.number() + "-" + task.attempt();
        RewriteOutput output = executor.run(rewrite, name, control);
        try {
            return new Rewritten(rewrite, output, output.pack(rewrite.table().specsById()));
        } catch (RuntimeException e) {
            executor.discard(rewrite, output);
            throw e;
        }
    }

    private final class Rewritten implements TaskResult {
        private final RewriteInput input;
        private final RewriteOutput output;
        private final byte[] packed;

        Rewritten(RewriteInput input, RewriteOutput output, byte[] packed) {
            this.input = input;
            this.output = output;
            this.packed = packed;
        }

        @Override
        public byte[] output() {
            return packed.clone();
        }

        @Override
        public long files() {
            return output.files().size();
        }

        @Override
        public long bytes() {
            return output.bytes();
        }

        @Override
        public void discard() {
            executor.discard(input, output);
        }
    }
}
