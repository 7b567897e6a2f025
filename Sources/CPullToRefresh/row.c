// The look and the state of one row of a list.

#include "objects.h"

G_DEFINE_FINAL_TYPE(PullToRefreshRow, pull_to_refresh_row, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE(PullToRefreshIndicator, pull_to_refresh_indicator,
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_INDICATOR_ARROW, "arrow"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_INDICATOR_RING, "ring"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_INDICATOR_SPINNER, "spinner"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_INDICATOR_NONE, "none"))

G_DEFINE_ENUM_TYPE(PullToRefreshState, pull_to_refresh_state,
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_NONE, "none"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_IDLE, "idle"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_PEEKING, "peeking"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_PULLING, "pulling"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_ARMED, "armed"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_WAITING, "waiting"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_RUNNING, "running"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_SUCCEEDED, "succeeded"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_FAILED, "failed"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_CANCELLED, "cancelled"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_STATE_EXHAUSTED, "exhausted"))

#define FIELD(name) TIDELINE_FIELD(PullToRefreshRow, name)
#define SETTING(name) FIELD(settings.name)

static bool is_color(const char *text)
{
  GdkRGBA color;
  if (!text || gdk_rgba_parse(&color, text))
    return true;
  g_warning("pull-to-refresh: \"%s\" is no color. Write it as CSS does, such as #1c71d8.", text);
  return false;
}

// Warns if the row's role does not have a property: a refresh has none of a load's own, and the
// reverse.
static void warn_of_other_role(PullToRefreshRow *row, guint id, const char *name)
{
  bool of_refresh = id >= SETTING(done) && id <= SETTING(cancelled);
  bool of_load = (id >= SETTING(has_more) && id <= SETTING(prefetch)) ||
                 (id >= SETTING(load) && id <= SETTING(exhausted));
  if (row->list && (row->role ? of_refresh : of_load))
    g_warning("pull-to-refresh: This row %s, so its property \"%s\" has no effect. Set it on the row "
              "of a %s.", row->role ? "loads" : "refreshes", name, row->role ? "refresh" : "load");
}

void tideline_row_check_role(PullToRefreshRow *row)
{
  guint count;
  g_autofree GParamSpec **specs = g_object_class_list_properties(G_OBJECT_GET_CLASS(row), &count);
  for (guint i = 0; i < count; i++) {
    g_auto(GValue) value = G_VALUE_INIT;
    g_object_get_property(G_OBJECT(row), specs[i]->name, &value);
    if (!g_param_value_defaults(specs[i], &value))
      warn_of_other_role(row, specs[i]->param_id, specs[i]->name);
  }
}

static void row_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  PullToRefreshRow *self = (PullToRefreshRow *)object;
  if (!TIDELINE_MAY_USE(self, PULL_TO_REFRESH_TYPE_ROW))
    return;
  warn_of_other_role(self, id, spec->name);
  if ((id == SETTING(indicator_color) || id == SETTING(title_color)) &&
      !is_color(g_value_get_string(value)))
    return;
  tideline_field_set(object, id, value);
  gpointer binding = tideline_list_binding(self->list);
  if (binding && id == SETTING(has_more))
    tideline_binding_set_has_more(binding, self->role, g_value_get_boolean(value));
  else if (binding)
    tideline_binding_apply_row(binding, self->role);
}

static void row_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (TIDELINE_MAY_USE(object, PULL_TO_REFRESH_TYPE_ROW))
    tideline_field_get(object, id, value, spec);
}

static void row_dispose(GObject *object)
{
  TidelineRowSettings *settings = &((PullToRefreshRow *)object)->settings;
  if (tideline_is_kept_for_main_thread(object))
    return;
  g_clear_object((GObject **)&settings->picture);
  g_clear_object((GObject **)&settings->child);
  G_OBJECT_CLASS(pull_to_refresh_row_parent_class)->dispose(object);
}

static void row_finalize(GObject *object)
{
  TidelineRowSettings *settings = &((PullToRefreshRow *)object)->settings;
  for (char **text = &settings->indicator_color; text <= &settings->exhausted; text++)
    g_free(*text);
  G_OBJECT_CLASS(pull_to_refresh_row_parent_class)->finalize(object);
}

static void pull_to_refresh_row_class_init(PullToRefreshRowClass *row)
{
  GObjectClass *class = G_OBJECT_CLASS(row);
  class->set_property = row_set_property;
  class->get_property = row_get_property;
  class->dispose = row_dispose;
  class->finalize = row_finalize;

  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  const GParamFlags initial = flags | G_PARAM_CONSTRUCT;
#define INSTALL(field, spec) g_object_class_install_property(class, FIELD(field), spec)
  INSTALL(settings.enabled, g_param_spec_boolean("enabled", NULL, NULL, TRUE, initial));
  INSTALL(settings.has_more, g_param_spec_boolean("has-more", NULL, NULL, TRUE, initial));
  INSTALL(settings.automatic, g_param_spec_boolean("automatic", NULL, NULL, FALSE, initial));
  INSTALL(settings.prefetch, g_param_spec_double("prefetch", NULL, NULL, 0, 10, 1, initial));
  INSTALL(settings.turns, g_param_spec_boolean("picture-turns", NULL, NULL, TRUE, initial));
  INSTALL(settings.indicator,
          g_param_spec_enum("indicator", NULL, NULL, PULL_TO_REFRESH_TYPE_INDICATOR,
                            PULL_TO_REFRESH_INDICATOR_ARROW, initial));
  INSTALL(settings.picture, g_param_spec_object("picture", NULL, NULL, GDK_TYPE_PAINTABLE, flags));
  INSTALL(settings.child, g_param_spec_object("child", NULL, NULL, GTK_TYPE_WIDGET, flags));
#define TEXT(name, field)                                                                         \
  INSTALL(settings.field, g_param_spec_string(name, NULL, NULL, NULL, flags))
  TEXT("indicator-color", indicator_color);
  TEXT("title-color", title_color);
  TEXT("title-font", font);
  TEXT("pull-title", pull);
  TEXT("release-title", release);
  TEXT("running-title", running);
  TEXT("stuck-title", stuck);
  TEXT("failed-title", failed);
  TEXT("cancel-title", cancel);
  TEXT("done-title", done);
  TEXT("cancelled-title", cancelled);
  TEXT("load-title", load);
  TEXT("waiting-title", waiting);
  TEXT("nothing-came-title", nothing_came);
  TEXT("retry-title", retry);
  TEXT("exhausted-title", exhausted);

  const GParamFlags shown = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  INSTALL(state, g_param_spec_enum("state", NULL, NULL, PULL_TO_REFRESH_TYPE_STATE,
                                   PULL_TO_REFRESH_STATE_NONE, shown));
  INSTALL(progress, g_param_spec_double("progress", NULL, NULL, 0, 1, 0, shown));
}

static void pull_to_refresh_row_init(PullToRefreshRow *self)
{
  (void)self;
}

PullToRefreshRow *pull_to_refresh_row_new(void)
{
  return g_object_new(PULL_TO_REFRESH_TYPE_ROW, NULL);
}

// The binding of the row's list; NULL for a wrong pointer, and for a row in no attached list.
static gpointer binding_of(PullToRefreshRow *row, const char *function)
{
  return tideline_may_use(row, PULL_TO_REFRESH_TYPE_ROW, function)
             ? tideline_list_binding(row->list)
             : NULL;
}

void pull_to_refresh_row_begin(PullToRefreshRow *row)
{
  gpointer binding = binding_of(row, G_STRFUNC);
  if (binding)
    tideline_binding_begin(binding, row->role);
}

void pull_to_refresh_row_cancel(PullToRefreshRow *row)
{
  gpointer binding = binding_of(row, G_STRFUNC);
  if (binding)
    tideline_binding_cancel(binding, row->role);
}

void tideline_row_show(PullToRefreshRow *row, PullToRefreshState state, double progress,
                       bool has_more)
{
  GObject *object = g_object_ref(G_OBJECT(row));
  g_object_freeze_notify(object);
#define SHOW(field, value, name)                                                                  \
  if (row->field != value) {                                                                      \
    row->field = value;                                                                           \
    g_object_notify(object, name);                                                                \
  }
  SHOW(state, state, "state")
  SHOW(progress, progress, "progress")
  SHOW(settings.has_more, has_more, "has-more")
  g_object_thaw_notify(object);
  g_object_unref(object);
}
