package io.ams.testkit.ddl;

import io.ams.ddl.Fingerprints;
import io.ams.ddl.SchemaDiff;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlResolve;
import io.ams.proto.ShardSchema;

/** Commands in a line, for whoever reads a history. */
final class Texts {
    private Texts() {}

    static String of(ShardSchema schema, String shard) {
        return shard + " [" + Fingerprints.ofAll(SchemaDiff.between(ShardSchema.getDefaultInstance(), schema)) + "]";
    }

    static String of(DdlAnnounce announcement) {
        return announcement.getShard() + " " + announcement.getSeq() + " ["
                + Fingerprints.ofAll(announcement.getChangesList()) + "]";
    }

    static String of(DdlResolve resolve) {
        String with = resolve.getChangesCount() == 0
                ? of(resolve.getSchema(), "")
                : "[" + Fingerprints.ofAll(resolve.getChangesList()) + "]";
        return resolve.getVerb() + " " + resolve.getShard() + " " + with;
    }
}
