// The main actor on the GLib loop: a GSource on the eventfd that libdispatch raises when its main
// queue has work. This file is separate, since public custom executors may replace it one day.

#include "CPullToRefreshShim.h"

#include <glib-unix.h>
#include <unistd.h>

// libdispatch's interface for foreign run loops.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static bool is_running;

void tideline_main_queue_run(void)
{
  // Returns, because the queue is not reentrant.
  if (is_running)
    return;
  is_running = true;
  _dispatch_main_queue_callback_4CF(NULL);
  is_running = false;
}

static gboolean drain(int handle, GIOCondition condition, gpointer data)
{
  (void)condition;
  (void)data;
  // Reads before draining, so that work queued meanwhile raises the handle again. Without the read,
  // the source would stay ready and spin.
  uint64_t raised;
  (void)!read(handle, &raised, sizeof raised);
  tideline_main_queue_run();
  return G_SOURCE_CONTINUE;
}

void tideline_main_queue_attach(void)
{
  static bool attached;
  if (attached)
    return;
  attached = true;
  // At this priority the queue takes turns with frames, and comes after input and due timers: work
  // from many threads can fill it for seconds. One call runs only the blocks queued when it begins.
  g_unix_fd_add_full(GDK_PRIORITY_REDRAW, _dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain,
                     NULL, NULL);
}
