#define _GNU_SOURCE  // process_vm_readv

#include "CPullToRefreshShim.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Variadic functions, and the check of pointers from other languages.

bool tideline_object_get_bool(GObject *object, const char *property)
{
  gboolean value = FALSE;
  g_object_get(object, property, &value, NULL);
  return value;
}

void tideline_object_set_bool(GObject *object, const char *property, bool value)
{
  g_object_set(object, property, (gboolean)value, NULL);
}

void tideline_warn(const char *message)
{
  g_warning("%s", message);
}

// Tests whether a pointer from another language is an object of a type. The pointer may be any
// address, such as a freed object's, so nothing is read through it before it is checked.
//
// GObject's own check, `G_TYPE_CHECK_INSTANCE_TYPE`, takes some nanoseconds but reads through the
// pointer twice. At an address that is no object it would crash the program, where a release build
// must only log a warning. This test takes 2 to 5 µs, once for each call from C and for each
// pointer passed to Swift; widgets that Swift holds are never tested.

// The beginning of every object, as GLib documents it: its class, and the number of references.
typedef struct {
  gpointer class;
  volatile guint references;
} Beginning;

// Reads memory that may not exist. The kernel returns an error where a direct access would crash.
static bool read_beginning(const void *pointer, Beginning *beginning)
{
  struct iovec here = {beginning, sizeof *beginning}, there = {(void *)pointer, sizeof *beginning};
  ssize_t count = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (count == sizeof *beginning)
    return true;
  // A sandbox may forbid the call, and a kernel may lack it. A pointer to no memory then crashes
  // the program, as in every function of GTK; any other memory is still compared.
  if (count >= 0 || (errno != EPERM && errno != ENOSYS))
    return false;
  *beginning = *(const Beginning *)pointer;
  return true;
}

// The type at or below `type` whose class is at an address; G_TYPE_INVALID if there is none.
// Classes are compared only by address, because the address may not be a class.
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
  // Rejects a freed object, because GLib clears its class.
  if (!pointer || (guintptr)pointer % sizeof(gpointer) != 0 ||
      !read_beginning(pointer, &beginning) || !beginning.class || beginning.references == 0)
    return false;
  // An object of any class may implement an interface.
  bool is_interface = G_TYPE_IS_INTERFACE(type);
  GType found = type_of_class(beginning.class, is_interface ? G_TYPE_OBJECT : type);
  return found != G_TYPE_INVALID && (!is_interface || g_type_is_a(found, type));
}

bool tideline_is_main_thread(void)
{
  return syscall(SYS_gettid) == getpid();
}

// Imported without API notes, the application would be of unknown ownership in Swift.

const char *tideline_program_name(void)
{
  GApplication *application = g_application_get_default();
  const char *id = application ? g_application_get_application_id(application) : NULL;
  return id ? id : g_get_prgname();
}
