package io.ams.raft.lead;

/** One time of leading. Everything a duty submits carries the term, and is refused in the log once the term is over. */
public record LeaderTerm(long term, String leaderId) {}
