// Whether a pointer that comes from another language is a widget. It may be anything, such as one
// that was freed, so nothing that it leads to is read before it is known.

#define _GNU_SOURCE  // process_vm_readv

#include "CPullToRefreshShim.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// What every object begins with, and GLib documents: its class, and how many references it has.
typedef struct {
  gpointer class;
  volatile guint references;
} Beginning;

// Reads what may not be there. The kernel refuses where an access would end the program.
static bool read_beginning(const void *pointer, Beginning *beginning)
{
  struct iovec here = {beginning, sizeof *beginning}, there = {(void *)pointer, sizeof *beginning};
  ssize_t count = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (count == sizeof *beginning)
    return true;
  if (count >= 0 || errno == EFAULT)
    return false;
  // A sandbox may forbid the call.
  *beginning = *(const Beginning *)pointer;
  return true;
}

// Classes are compared by address only: what is taken for a class may be none.
static bool is_class_of(gpointer class, GType type)
{
  if (g_type_class_peek(type) == class)
    return true;
  guint count;
  GType *types = g_type_children(type, &count);
  bool found = false;
  for (guint i = 0; i < count && !found; i++)
    found = is_class_of(class, types[i]);
  g_free(types);
  return found;
}

bool tideline_is_live_widget(const void *pointer)
{
  Beginning beginning;
  // GLib clears the class of an object that it frees.
  return pointer && (guintptr)pointer % sizeof(gpointer) == 0 &&
         read_beginning(pointer, &beginning) && beginning.class && beginning.references > 0 &&
         is_class_of(beginning.class, GTK_TYPE_WIDGET);
}

bool tideline_is_main_thread(void)
{
  return syscall(SYS_gettid) == getpid();
}
