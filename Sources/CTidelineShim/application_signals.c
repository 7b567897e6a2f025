// Signals of applications and actions with arguments that are not imported into Swift.

#include "../CPullToRefreshShim/signal_box.h"
#include "CTidelineShim.h"

typedef void (*TextHandler)(void *context, const char *text);

static void call(void *box, const char *text)
{
  ((TextHandler)tideline_signal_box_handler(box))(tideline_signal_box_context(box), text);
}

static void files(GApplication *application, GFile **opened, int count, const char *hint, void *box)
{
  (void)application;
  (void)hint;
  for (int index = 0; index < count; index++) {
    char *name = g_file_get_path(opened[index]);
    if (!name)
      name = g_file_get_uri(opened[index]);
    call(box, name);
    g_free(name);
  }
}

unsigned long tideline_signal_connect_files(GtkApplication *application,
                                            TidelineSignalTarget target,
                                            void (*handler)(void *context, const char *path))
{
  return tideline_signal_connect_boxed(G_OBJECT(application), "open", G_CALLBACK(files), target,
                                       G_CALLBACK(handler));
}

static void text_parameter(GSimpleAction *action, GVariant *parameter, void *box)
{
  (void)action;
  call(box, g_variant_get_string(parameter, NULL));
}

unsigned long tideline_signal_connect_text_parameter(GSimpleAction *action,
                                                     TidelineSignalTarget target,
                                                     void (*handler)(void *context,
                                                                     const char *text))
{
  return tideline_signal_connect_boxed(G_OBJECT(action), "activate", G_CALLBACK(text_parameter),
                                       target, G_CALLBACK(handler));
}
