"""The mistakes of a program in C: the cases of Examples/Guests/wrong_arguments.c, each with
words of its warning."""

CASES = {
    "null": "no GtkWidget",
    "freed": "no GtkWidget",
    "object": "no GtkWidget",
    "text": "no GtkWidget",
    "unmapped": "no GtkWidget",
    "thread": "not the main thread",
    "list": "no PullToRefreshList",
    "row": "no PullToRefreshRow",
    "run": "no PullToRefreshRun",
    "finish": "This run is a load",
    "finish_load": "This run is a refresh",
    "forgotten": "let go of its run",
    "edge": "never scrolls",
    "color": "is no color",
    "shared": "is in a list already",
    "load": "Set it on the row of a refresh",
    "refresh": "Set it on the row of a load",
    "second": "has a PullToRefreshList already",
}
