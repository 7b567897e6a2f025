"""The cases of two programs in C, each with words of its warning: the mistakes of
Examples/Guests/wrong_arguments.c, and what Examples/Guests/unusual.c does without a mistake."""

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

UNUSUAL = {
    "run_on_thread": "let go of its run",
    "new_rows": "",
    "closure_of_child": "",
    "pill": "",
    "updates": "no function that changes the list",
    "updates_in_order": "",
    "away": "",
    "several_lists": "",
    "begun_at_start": "",
    "list_of_same_window": "has a PullToRefreshList already",
    "own_handler": "",
    "made_run": "",
    "no_reason": "",
    "built_before_widget": "",
    "page": "",
    "own_widget": "",
    "gone_handler": "",
}
