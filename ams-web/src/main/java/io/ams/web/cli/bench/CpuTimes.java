package io.ams.web.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * CPU time used so far, in ticks of 10 ms, from {@code /proc}. Two of these tell what happened between them.
 *
 * @param servers user and system time of the server processes
 * @param client of this process
 * @param machine of everything on the machine, idle and waiting time left out
 */
record CpuTimes(long servers, long client, long machine) {
    private static final double TICK_MICROS = 10_000;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    static CpuTimes now(List<Long> servers) throws IOException {
        long used = 0;
        for (long pid : servers) {
            used += ofProcess(pid);
        }
        return new CpuTimes(used, ofProcess(ProcessHandle.current().pid()), ofMachine());
    }

    /** Microseconds of CPU an operation cost, servers and client together. */
    double microsPerOperation(CpuTimes later, long operations) {
        return operations == 0 ? 0 : TICK_MICROS * (later.servers + later.client - servers - client) / operations;
    }

    /** How many cores worked for neither servers nor client. */
    double otherCores(CpuTimes later, double seconds) {
        long others = later.machine - machine - (later.servers - servers) - (later.client - client);
        return Math.max(0, TICK_MICROS * others / 1e6 / seconds);
    }

    private static long ofProcess(long pid) throws IOException {
        try {
            return processTicks(Files.readString(Path.of("/proc", String.valueOf(pid), "stat")));
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** The ticks in a line of {@code /proc/<pid>/stat}. The name in brackets may hold anything, so it is skipped first. */
    static long processTicks(String stat) {
        List<String> fields =
                List.of(stat.substring(stat.lastIndexOf(')') + 1).strip().split(" +", -1));
        return Long.parseLong(fields.get(USER_TIME)) + Long.parseLong(fields.get(SYSTEM_TIME));
    }

    private static long ofMachine() throws IOException {
        return machineTicks(Files.readAllLines(Path.of("/proc/stat")).get(0));
    }

    /** The busy ticks in the first line of {@code /proc/stat}: all but idle and waiting; guests are in user time already. */
    static long machineTicks(String line) {
        List<String> fields = List.of(line.strip().split(" +", -1));
        long busy = 0;
        for (int i = 1; i <= 8 && i < fields.size(); i++) {
            busy += i == 4 || i == 5 ? 0 : Long.parseLong(fields.get(i));
        }
        return busy;
    }
}
