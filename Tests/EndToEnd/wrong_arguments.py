"""The mistakes of a program in C: the cases of Examples/Guests/wrong_arguments.c, each with
words of its error message."""

CASES = {
    "null": "no GtkWidget",
    "freed": "no GtkWidget",
    "object": "no GtkWidget",
    "text": "no GtkWidget",
    "unmapped": "no GtkWidget",
    "handler": "A function is NULL",
    "thread": "not the main thread",
    "edge": "no such edge",
    "role": "no such role",
    "title": "no such title of this row",
    "indicator": "no such indicator",
    "picture": "no GdkPaintable",
    "color": "no color",
    "metric": "no such metric",
    "never": "never scrolls",
    "end": "This run is a load",
    "end_load": "This run is a refresh",
    "view": "no GtkWidget",
    "view_reference": "without a reference",
}
