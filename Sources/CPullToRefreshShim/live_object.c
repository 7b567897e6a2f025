// Whether a pointer that comes from another language is an object of a type. It may be anything, such
// as one that was freed, so nothing that it leads to is read before it is known.

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
  // A sandbox may forbid the call, and a kernel may lack it. Then a pointer to no memory ends the
  // program, as in every function of GTK; what is in any other memory is still compared.
  if (count >= 0 || (errno != EPERM && errno != ENOSYS))
    return false;
  *beginning = *(const Beginning *)pointer;
  return true;
}

// The type at or below another whose class is at an address; G_TYPE_INVALID where there is none.
// Classes are compared by address only: what is taken for a class may be none.
static GType type_of_class(gpointer class, GType type)
{
  if (g_type_class_peek(type) == class)
    return type;
  guint count;
  GType *types = g_type_children(type, &count);
  GType found = G_TYPE_INVALID;
  for (guint i = 0; i < count && found == G_TYPE_INVALID; i++)
    found = type_of_class(class, types[i]);
  g_free(types);
  return found;
}

bool tideline_is_live_object(const void *pointer, GType type)
{
  Beginning beginning;
  // GLib clears the class of an object that it frees.
  if (!pointer || (guintptr)pointer % sizeof(gpointer) != 0 ||
      !read_beginning(pointer, &beginning) || !beginning.class || beginning.references == 0)
    return false;
  // What implements an interface may be any object.
  bool is_interface = G_TYPE_IS_INTERFACE(type);
  GType found = type_of_class(beginning.class, is_interface ? G_TYPE_OBJECT : type);
  return found != G_TYPE_INVALID && (!is_interface || g_type_is_a(found, type));
}

bool tideline_is_main_thread(void)
{
  return syscall(SYS_gettid) == getpid();
}

void tideline_drop_given_reference(GtkWidget *widget)
{
  if (g_object_is_floating(widget))
    g_object_ref_sink(widget);
  g_object_unref(widget);
}
