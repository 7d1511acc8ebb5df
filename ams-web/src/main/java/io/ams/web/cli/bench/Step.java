package io.ams.web.cli.bench;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is measured in each round, for each system.
 *
 * @param ratioAim what AMS' median rate should be of etcd's, at least
 * @param p99Aim what AMS' p99 should be, in milliseconds, at most
 */
record Step(Kind kind, int connections, Optional<Double> ratioAim, Optional<Double> p99Aim) {
    enum Kind {
        WRITE("compare-and-set"),
        LEADER_READ("strict read, leader"),
        FOLLOWER_READ("strict read, follower");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** The steps of {@code bin/ams-bench core}, with the aims that AMS has set itself. */
    static List<Step> core() {
        return Stream.of(
                        aimed(Kind.WRITE, 1, 0.9),
                        aimed(Kind.WRITE, 16, 1.5),
                        aimed(Kind.WRITE, 64, 1.4),
                        aimed(Kind.WRITE, 256, 1.4),
                        aimed(Kind.WRITE, 1000, 1.5),
                        aimed(Kind.LEADER_READ, 1, 1.5),
                        aimed(Kind.LEADER_READ, 16, 1.5),
                        aimed(Kind.LEADER_READ, 64, 1.5),
                        aimed(Kind.LEADER_READ, 256, 1.5),
                        aimed(Kind.LEADER_READ, 1000, 1.5),
                        new Step(Kind.FOLLOWER_READ, 1, Optional.empty(), Optional.of(5.0)),
                        new Step(Kind.FOLLOWER_READ, 64, Optional.empty(), Optional.empty()))
                .toList();
    }

    private static Step aimed(Kind kind, int connections, double ratio) {
        return new Step(kind, connections, Optional.of(ratio), Optional.empty());
    }
}
