package io.ams.web.api;

/** The node that shall own the table's bucket. */
public record MoveRequest(String to) {
    public MoveRequest {
        Shape.required(to, "to");
    }
}
