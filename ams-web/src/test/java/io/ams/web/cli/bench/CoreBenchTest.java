package io.ams.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ams.web.cli.bench.Step.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** That the benchmark counts right; how fast anything is does not matter here. */
class CoreBenchTest {
    private static final List<Step> STEPS = List.of(
            new Step(Kind.WRITE, 16, Optional.of(1.5), Optional.empty()),
            new Step(Kind.FOLLOWER_READ, 1, Optional.empty(), Optional.of(5.0)));
    private static final CoreBench.Plan PLAN = new CoreBench.Plan(Duration.ofMillis(400), Duration.ofMillis(200), 2);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private CoreBench bench() {
        return new CoreBench(PLAN, STEPS, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @Test
    void measuresEverySystemInTurnAndReportsBoth() throws IOException {
        try (FakeCluster ams = new FakeCluster("AMS", 0);
                FakeCluster other = new FakeCluster("etcd", 0)) {
            String report = bench().run(List.of(ams, other)).render();

            assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("round 2 of 2")))
                    .hasSize(4);
            assertThat(report)
                    .containsPattern("compare-and-set +16 +AMS +[1-9][0-9]* .* 0\n")
                    .containsPattern("strict read, follower +1 +etcd +[1-9]")
                    .containsPattern("compare-and-set +16 +etcd +[0-9.]+ +1.5 ");
            assertThat(ams.refused()).isZero();
        }
    }

    @Test
    void speaksTheGatewayOfARealEtcd() throws IOException {
        assumeThat(Files.exists(Path.of("/usr/bin/etcd"))).isTrue();
        long[] versions = new long[16];
        List<Long> pids;
        try (EtcdCluster etcd = EtcdCluster.start()) {
            pids = etcd.pids();
            assertThat(pids).hasSize(3);
            assertThat(etcd.leader()).isNotEqualTo(etcd.follower());
            CompareAndSets writes = new CompareAndSets(etcd.service(etcd.leader()), versions, 4);
            Load.Result written = new Load(List.of(etcd.leader()), writes).run(4, Duration.ofMillis(500));
            assertThat(written.failed()).isZero();
            assertThat(written.done()).isGreaterThan(16);

            etcd.tidy();
            Load.Result read = new Load(List.of(etcd.follower()), new StrictReads(etcd.service(etcd.follower()), 16))
                    .run(4, Duration.ofMillis(500));
            assertThat(read.failed()).isZero();
            assertThat(read.done()).isPositive();

            // A wrong version is refused, and its key is read again.
            versions[2] = 99;
            Load.Result refused = new Load(
                            List.of(etcd.leader()), new CompareAndSets(etcd.service(etcd.leader()), versions, 2))
                    .run(2, Duration.ofMillis(500));
            assertThat(refused.failed()).isEqualTo(2);
        }
        assertThat(pids)
                .noneMatch(
                        pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void ratiosAreOfMediansAndAimsAreJudged() {
        CoreReport report = new CoreReport(STEPS);
        for (double rate : new double[] {100, 900, 200}) {
            report.add("AMS", STEPS.get(0), new Measurement(rate, 1, 2, 50, 0, 1));
            report.add("etcd", STEPS.get(0), new Measurement(100, 1, 2, 100, 0, 0));
            report.add("AMS", STEPS.get(1), new Measurement(rate, 1, 6, 50, 0, 0));
            report.add("etcd", STEPS.get(1), new Measurement(100, 1, 2, 100, 0, 0));
        }

        assertThat(report.render())
                .containsPattern("compare-and-set +16 +AMS +200 +900 +1.00 +2.00 +50 +0.00 +3\n")
                .containsPattern("compare-and-set +16 +etcd +2.00 +1.5 +0.50 +2.00 +- +yes\n")
                .containsPattern("strict read, follower +1 +etcd +2.00 +- +0.50 +6.00 +5.0 +NO\n");
    }

    @Test
    void cpuTimeIsReadAsTheKernelWritesIt() {
        String stat = "42 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 100 50 0 0 20 0 1 0 0 0";
        assertThat(CpuTimes.processTicks(stat)).isEqualTo(150);
        assertThat(CpuTimes.machineTicks("cpu  10 1 5 1000 100 2 3 4 50 6")).isEqualTo(25);
        CpuTimes before = new CpuTimes(100, 10, 1000);
        CpuTimes after = new CpuTimes(200, 60, 1200);
        assertThat(before.microsPerOperation(after, 1000)).isCloseTo(1500, within(0.001));
        assertThat(before.otherCores(after, 1)).isCloseTo(0.5, within(0.001));
    }
}
