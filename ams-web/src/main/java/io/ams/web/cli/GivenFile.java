package io.ams.web.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the user named. */
final class GivenFile {
    private GivenFile() {}

    /** What it holds, without blanks around. One that cannot be read is an error of usage that says why. */
    static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new CliException(
                    CliExit.USAGE,
                    file + " cannot be read: " + reason(file, e) + "; name a file that this user may read");
        }
    }

    private static String reason(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        } else if (e instanceof AccessDeniedException) {
            return "this user may not read it";
        } else if (e instanceof CharacterCodingException) {
            return "it is no text in UTF-8";
        }
        return Files.isDirectory(file) ? "it is a directory" : String.valueOf(e.getMessage());
    }
}
