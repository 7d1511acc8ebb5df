package io.ams.web.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;

/**
 * The secret that those who change things show: 256 random bits in {@code admin.token} of the data directory, readable by the
 * owner alone, made at the first start. Every node of a cluster has its own, and takes those of the others, whose hashes are replicated.
 */
public final class AdminToken {
    public static final String FILE = "admin.token";
    private static final int BYTES = 32;
    private static final int SHORTEST = 16;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final byte[] secret;

    private AdminToken(String secret) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads the token of this data directory, making it if there is none.
     *
     * @throws IOException if it can be neither read nor written, or is too short to be a secret
     */
    public static AdminToken in(Path dataDirectory) throws IOException {
        Path file = dataDirectory.resolve(FILE);
        if (Files.notExists(file)) {
            create(file);
        }
        String secret = Files.readString(file).strip();
        if (secret.length() < SHORTEST) {
            throw new IOException(file + " holds no token of at least " + SHORTEST
                    + " characters; delete it, and a new one is made at the next start");
        }
        return new AdminToken(secret);
    }

    /** Whole or not at all: written beside, then moved into place. */
    private static void create(Path file) throws IOException {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        Path beside = Files.createTempFile(file.toAbsolutePath().getParent(), FILE, ".new", OWNER_ONLY);
        try {
            Files.writeString(beside, Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n");
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            // Another start was quicker; its token is as good.
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** The secret itself, for those who act in the node's name. */
    public String text() {
        return new String(secret, StandardCharsets.UTF_8);
    }

    /** What others may know of it: its SHA-256 in hexadecimal. */
    public String sha256() {
        return sha256(text());
    }

    /** The SHA-256 of any candidate, in hexadecimal. */
    static String sha256(String candidate) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(candidate.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Whether this is the token. Takes the same time however much of it is right. */
    public boolean matches(String candidate) {
        return MessageDigest.isEqual(secret, candidate.getBytes(StandardCharsets.UTF_8));
    }
}
