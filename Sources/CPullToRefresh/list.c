// The list: its properties, rows and signals. Its Swift part, the binding, does the work.

#include "objects.h"

enum { ROLES = 3 };

struct _PullToRefreshList {
  GObject parent_instance;
  GtkWidget *widget;  // keeps the list; NULL once that has ended
  PullToRefreshRow *refresh_row, *load_more_row, *load_earlier_row;
  gpointer binding;
  TidelineListSettings settings;
};

G_DEFINE_FINAL_TYPE(PullToRefreshList, pull_to_refresh_list, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE(PullToRefreshEdge, pull_to_refresh_edge,
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_EDGE_TOP, "top"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_EDGE_BOTTOM, "bottom"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_EDGE_LEADING, "leading"),
                   G_DEFINE_ENUM_VALUE(PULL_TO_REFRESH_EDGE_TRAILING, "trailing"))

#define FIELD(name) TIDELINE_FIELD(PullToRefreshList, name)
#define SETTING(name) FIELD(settings.name)

static const char key[] = "pull-to-refresh-list";
static guint signals[ROLES];

static PullToRefreshRow **row_of(PullToRefreshList *self, int role)
{
  return &self->refresh_row + role;
}

static void set_row(PullToRefreshList *self, int role, PullToRefreshRow *row)
{
  PullToRefreshRow **place = row_of(self, role);
  if (row && row == *place)
    return;
  if (row && row->list) {
    g_warning("pull-to-refresh: This PullToRefreshRow is in a list already. Make one for each.");
    return;
  }
  g_autoptr(PullToRefreshRow) former = *place;
  *place = row ? g_object_ref(row) : pull_to_refresh_row_new();
  (*place)->list = self;
  (*place)->role = role;
  if (row)
    tideline_row_check_role(row);
  if (former) {
    former->list = NULL;
    tideline_row_show(former, PULL_TO_REFRESH_STATE_NONE, 0, former->settings.has_more);
  }
  if (self->binding) {
    tideline_binding_apply_row(self->binding, role);
    tideline_binding_set_has_more(self->binding, role, (*place)->settings.has_more);
  }
}

static void find_handlers_later(PullToRefreshList *self);

static void set_widget(PullToRefreshList *self, GtkWidget *widget)
{
  if (self->widget || !widget) {
    g_warning("pull-to-refresh: The widget of a PullToRefreshList is set once. Pass a live one.");
  } else if (g_object_get_data(G_OBJECT(widget), key)) {
    g_warning("pull-to-refresh: This widget has a PullToRefreshList already. Keep that.");
  } else {
    self->widget = widget;
    g_object_set_data_full(G_OBJECT(widget), key, g_object_ref(self), g_object_unref);
    g_signal_connect_swapped(widget, "destroy", G_CALLBACK(g_object_run_dispose), self);
    g_signal_connect_swapped(widget, "map", G_CALLBACK(find_handlers_later), self);
    g_signal_connect_swapped(widget, "state-flags-changed", G_CALLBACK(find_handlers_later), self);
    self->binding = tideline_binding_new(self, widget);
    find_handlers_later(self);
  }
}

static void list_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  PullToRefreshList *self = (PullToRefreshList *)object;
  (void)spec;
  if (!TIDELINE_MAY_USE(self, PULL_TO_REFRESH_TYPE_LIST))
    return;
  if (id == FIELD(widget)) {
    set_widget(self, g_value_get_object(value));
  } else if (id >= FIELD(refresh_row) && id <= FIELD(load_earlier_row)) {
    set_row(self, (int)((id - FIELD(refresh_row)) / sizeof self->refresh_row),
            g_value_get_object(value));
  } else {
    tideline_field_set(object, id, value);
    if (self->binding)
      tideline_binding_apply(self->binding);
  }
}

static void list_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (TIDELINE_MAY_USE(object, PULL_TO_REFRESH_TYPE_LIST))
    tideline_field_get(object, id, value, spec);
}

static gboolean find_handlers(gpointer list)
{
  PullToRefreshList *self = list;
  if (self->binding)
    tideline_binding_find_handlers(self->binding);
  return G_SOURCE_REMOVE;
}

// Handlers may be connected at any time, and GObject tells nobody. Looks later, since GTK may be
// changing the tree.
static void find_handlers_later(PullToRefreshList *self)
{
  g_idle_add_full(G_PRIORITY_HIGH_IDLE, find_handlers, g_object_ref(self), g_object_unref);
}

static void detach(PullToRefreshList *self)
{
  if (!self->widget)
    return;
  g_object_ref(self);
  GtkWidget *widget = g_steal_pointer(&self->widget);
  g_signal_handlers_disconnect_by_func(widget, g_object_run_dispose, self);
  g_signal_handlers_disconnect_by_func(widget, find_handlers_later, self);
  tideline_binding_end(g_steal_pointer(&self->binding));
  for (int role = 0; role < ROLES; role++)
    tideline_list_show(self, role, PULL_TO_REFRESH_STATE_NONE, 0,
                       (*row_of(self, role))->settings.has_more);
  g_object_set_data(G_OBJECT(widget), key, NULL);
  g_object_unref(self);
}

static void list_dispose(GObject *object)
{
  PullToRefreshList *self = (PullToRefreshList *)object;
  if (tideline_is_kept_for_main_thread(object))
    return;
  detach(self);
  // The handlers of a row, and those of a child's widgets, may refer to the list.
  for (int role = 0; role < ROLES; role++)
    g_object_run_dispose(G_OBJECT(*row_of(self, role)));
  G_OBJECT_CLASS(pull_to_refresh_list_parent_class)->dispose(object);
}

static void list_finalize(GObject *object)
{
  PullToRefreshList *self = (PullToRefreshList *)object;
  for (int role = 0; role < ROLES; role++) {
    (*row_of(self, role))->list = NULL;
    g_object_unref(*row_of(self, role));
  }
  g_free(self->settings.new_rows_title);
  g_free(self->settings.last_updated_key);
  g_free(self->settings.last_updated_format);
  g_free(self->settings.last_updated_folder);
  G_OBJECT_CLASS(pull_to_refresh_list_parent_class)->finalize(object);
}

static void pull_to_refresh_list_class_init(PullToRefreshListClass *list)
{
  GObjectClass *class = G_OBJECT_CLASS(list);
  class->set_property = list_set_property;
  class->get_property = list_get_property;
  class->dispose = list_dispose;
  class->finalize = list_finalize;

  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  const GParamFlags initial = flags | G_PARAM_CONSTRUCT;
  g_object_class_install_property(
      class, FIELD(widget),
      g_param_spec_object("widget", NULL, NULL, GTK_TYPE_WIDGET, flags));
#define ROW(name, field)                                                                          \
  g_object_class_install_property(                                                                \
      class, FIELD(field),                                                                        \
      g_param_spec_object(name, NULL, NULL, PULL_TO_REFRESH_TYPE_ROW, flags))
  ROW("refresh-row", refresh_row);
  ROW("load-more-row", load_more_row);
  ROW("load-earlier-row", load_earlier_row);
  g_object_class_install_property(
      class, SETTING(edge),
      g_param_spec_enum("edge", NULL, NULL, PULL_TO_REFRESH_TYPE_EDGE,
                        PULL_TO_REFRESH_EDGE_TOP, initial));
  g_object_class_install_property(
      class, SETTING(wheel_notches),
      g_param_spec_int("wheel-notches", NULL, NULL, 0, 10, 3, initial));
  g_object_class_install_property(
      class, SETTING(floats), g_param_spec_boolean("floats", NULL, NULL, FALSE, initial));
  // The ranges and defaults of PullMetrics.
#define NUMBER(name, field, low, high, preset)                                                  \
  g_object_class_install_property(class, SETTING(field),                                          \
                                  g_param_spec_double(name, NULL, NULL, low, high, preset, initial))
  NUMBER("threshold", threshold, 24, 400, 100);
  NUMBER("resistance", resistance, 0.1, 1, 0.5);
  NUMBER("refresh-height", refresh_height, 0, 400, 54);
  NUMBER("load-height", load_height, 0, 400, 44);
  NUMBER("minimum-running", minimum_running, 0, 10, 0.6);
  NUMBER("result-shown", result_shown, 0, 60, 0.8);
  NUMBER("stuck-notice", stuck_notice, 1, 3600, 30);
#define TEXT(name, field)                                                                         \
  g_object_class_install_property(class, SETTING(field),                                          \
                                  g_param_spec_string(name, NULL, NULL, NULL, flags))
  TEXT("new-rows-title", new_rows_title);
  TEXT("last-updated-key", last_updated_key);
  TEXT("last-updated-format", last_updated_format);
  TEXT("last-updated-folder", last_updated_folder);

  const char *names[ROLES] = {"refresh", "load-more", "load-earlier"};
  for (int role = 0; role < ROLES; role++)
    signals[role] = g_signal_new(names[role], G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, PULL_TO_REFRESH_TYPE_RUN);
}

static void pull_to_refresh_list_init(PullToRefreshList *self)
{
  for (int role = 0; role < ROLES; role++)
    set_row(self, role, NULL);
}

PullToRefreshList *pull_to_refresh_list_new(GtkWidget *widget)
{
  return TIDELINE_MAY_USE(widget, gtk_widget_get_type())
             ? g_object_new(PULL_TO_REFRESH_TYPE_LIST, "widget", widget, NULL)
             : NULL;
}

#define ROW_GETTER(name)                                                                          \
  PullToRefreshRow *pull_to_refresh_list_get_##name(PullToRefreshList *list)                      \
  {                                                                                               \
    return TIDELINE_MAY_USE(list, PULL_TO_REFRESH_TYPE_LIST) ? list->name : NULL;                 \
  }
ROW_GETTER(refresh_row)
ROW_GETTER(load_more_row)
ROW_GETTER(load_earlier_row)

void pull_to_refresh_list_detach(PullToRefreshList *list)
{
  if (TIDELINE_MAY_USE(list, PULL_TO_REFRESH_TYPE_LIST))
    detach(list);
}

void pull_to_refresh_list_update(PullToRefreshList *list, int arrivals, PullToRefreshChange change,
                                 gpointer user_data, GDestroyNotify destroy)
{
  bool may_use = TIDELINE_MAY_USE(list, PULL_TO_REFRESH_TYPE_LIST);
  if (may_use && list->binding && change) {
    tideline_binding_update(list->binding, arrivals, change, user_data, destroy);
    return;
  }
  // The rows of a list that was detached are changed, too, so that what was fetched is not lost.
  if (may_use && change)
    change(user_data);
  else if (may_use)
    g_warning("pull-to-refresh: %s: There is no function that changes the list.", G_STRFUNC);
  if (destroy && tideline_is_main_thread())
    destroy(user_data);
}

void pull_to_refresh_bind_translations(const char *directory)
{
  if (!directory || !tideline_is_main_thread())
    g_warning("pull-to-refresh: %s: Pass a directory, on the main thread.", G_STRFUNC);
  else
    tideline_bind_translations(directory);
}

gpointer tideline_list_binding(PullToRefreshList *list)
{
  return list ? list->binding : NULL;
}

const TidelineListSettings *tideline_list_settings(PullToRefreshList *list)
{
  return &list->settings;
}

const TidelineRowSettings *tideline_list_row(PullToRefreshList *list, int role)
{
  return &(*row_of(list, role))->settings;
}

bool tideline_list_has_handler(PullToRefreshList *list, int role)
{
  return g_signal_has_handler_pending(list, signals[role], 0, FALSE);
}

void tideline_list_show(PullToRefreshList *list, int role, PullToRefreshState state,
                        double progress, bool has_more)
{
  tideline_row_show(*row_of(list, role), state, progress, has_more);
}

void tideline_list_show_edge(PullToRefreshList *list, PullToRefreshEdge edge)
{
  if (edge == list->settings.edge)
    return;
  list->settings.edge = edge;
  g_object_notify(G_OBJECT(list), "edge");
}

void tideline_list_begin(PullToRefreshList *list, int role, PullToRefreshRun *run)
{
  g_object_ref(list);
  g_signal_emit(list, signals[role], 0, run);
  g_object_unref(run);
  g_object_unref(list);
}
