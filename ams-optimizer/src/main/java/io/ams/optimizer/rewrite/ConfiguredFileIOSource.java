package io.ams.optimizer.rewrite;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;

/** Opens any FileIO on the class path; those that stand on Hadoop share one configuration, read once. */
public final class ConfiguredFileIOSource implements FileIOSource {
    private final Configuration hadoop;

    public ConfiguredFileIOSource() {
        this(new Configuration());
    }

    public ConfiguredFileIOSource(Configuration hadoop) {
        this.hadoop = hadoop;
    }

    @Override
    public FileIO open(String implementation, Map<String, String> properties) {
        return CatalogUtil.loadFileIO(implementation, properties, hadoop);
    }
}
