package io.ams.testkit.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Measures Java sources with the compiler's own parser: a file counts with all of its lines, a method from its first annotation
 * or modifier to its last brace, without its Javadoc.
 */
public final class SourceSizes {
    /** The most lines that a class file may have. */
    public static final int LONGEST_FILE = 500;

    /** The most lines that a method may have. */
    public static final int LONGEST_METHOD = 40;

    private SourceSizes() {}

    /**
     * Every file and method below the directory that is too long, one line each.
     *
     * @throws UncheckedIOException if the directory cannot be read
     */
    public static List<String> tooLong(Path sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> paths = javaFiles(sources);
            if (paths.isEmpty()) {
                return List.of();
            }
            Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(paths);
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<String> found = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                new LengthScanner(unit, positions, found).scan(unit, null);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot measure the sources in " + sources, e);
        }
    }

    private static List<Path> javaFiles(Path sources) throws IOException {
        try (Stream<Path> paths = Files.walk(sources)) {
            return paths.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private static final class LengthScanner extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> found;

        LengthScanner(CompilationUnitTree unit, SourcePositions positions, List<String> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public @Nullable Void visitCompilationUnit(CompilationUnitTree tree, @Nullable Void unused) {
            long lines = line(positions.getEndPosition(tree, tree));
            if (lines > LONGEST_FILE) {
                found.add(name() + " has " + lines + " lines, more than " + LONGEST_FILE);
            }
            return super.visitCompilationUnit(tree, null);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
            long lines = lines(method);
            if (lines > LONGEST_METHOD) {
                found.add(name() + ": " + method.getName() + " has " + lines + " lines, more than " + LONGEST_METHOD);
            }
            return super.visitMethod(method, null);
        }

        private long lines(Tree tree) {
            long end = positions.getEndPosition(unit, tree);
            return end < 0 ? 0 : line(end) - line(positions.getStartPosition(unit, tree)) + 1;
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }

        private String name() {
            return Path.of(unit.getSourceFile().getName()).getFileName().toString();
        }
    }
}
