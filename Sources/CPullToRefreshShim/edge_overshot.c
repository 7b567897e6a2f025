// GtkScrolledWindow::edge-overshot, with its edge.

#include "signal_box.h"

static void edge_overshot(GtkScrolledWindow *window, GtkPositionType edge, void *box)
{
  (void)window;
  ((void (*)(void *, GtkPositionType))tideline_signal_box_handler(box))(
      tideline_signal_box_context(box), edge);
}

unsigned long tideline_connect_edge_overshot(GtkScrolledWindow *window,
                                             TidelineSignalTarget target,
                                             void (*handler)(void *context, GtkPositionType edge))
{
  return tideline_signal_connect_boxed(G_OBJECT(window), "edge-overshot",
                                       G_CALLBACK(edge_overshot), target, G_CALLBACK(handler));
}
