// Does what few programs do, one thing in each process: `unusual CASE`. Prints "good" if the library
// does what its header says. `unusual pill DIRECTORY TITLE` expects the title in translations.

#include <pull-to-refresh.h>
#include <string.h>
#include <unistd.h>

static int begun, gone;

static void wait_for(const int *count, int wanted)
{
  while (*count < wanted)
    g_main_context_iteration(NULL, TRUE);
}

static void add_one(int *count)
{
  ++*count;
}

static GtkWidget *window_with(GtkWidget *child)
{
  GtkWidget *window = gtk_window_new();
  gtk_window_set_default_size(GTK_WINDOW(window), 360, 480);
  gtk_window_set_child(GTK_WINDOW(window), child);
  gtk_window_present(GTK_WINDOW(window));
  return window;
}

// A list that the widget alone keeps.
static PullToRefreshList *list_of(GtkWidget *widget)
{
  PullToRefreshList *pull = pull_to_refresh_list_new(widget);
  g_object_unref(pull);
  return pull;
}

static PullToRefreshState state_of(PullToRefreshRow *row)
{
  PullToRefreshState state;
  g_object_get(row, "state", &state, NULL);
  return state;
}

static void wait_for_state(PullToRefreshRow *row, PullToRefreshState wanted)
{
  while (state_of(row) != wanted)
    g_main_context_iteration(NULL, TRUE);
}

static gboolean has_more(PullToRefreshRow *row)
{
  gboolean more;
  g_object_get(row, "has-more", &more, NULL);
  return more;
}

static gboolean shows(GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL(widget) && g_str_equal(gtk_label_get_text(GTK_LABEL(widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    if (shows(child, text))
      return TRUE;
  return FALSE;
}

static void finish(PullToRefreshList *pull, PullToRefreshRun *run, const char *summary)
{
  (void)pull;
  begun++;
  pull_to_refresh_run_finish(run, summary);
}

static void fail(PullToRefreshList *pull, PullToRefreshRun *run, const char *reason)
{
  (void)pull;
  begun++;
  pull_to_refresh_run_fail(run, reason);
}

static void keep(PullToRefreshList *pull, PullToRefreshRun *run, PullToRefreshRun **kept)
{
  (void)pull;
  begun++;
  g_set_object(kept, run);
}

static gpointer let_go(gpointer object)
{
  g_object_unref(object);
  return NULL;
}

static gboolean start_worker(gpointer run)
{
  g_thread_unref(g_thread_new("worker", let_go, run));
  return G_SOURCE_REMOVE;
}

static void hand_to_thread(PullToRefreshList *pull, PullToRefreshRun *run)
{
  (void)pull;
  g_idle_add(start_worker, g_object_ref(run));
}

// A worker whose work fails lets go of its run on its own thread.
static gboolean run_on_thread(void)
{
  GtkWidget *list = gtk_scrolled_window_new();
  window_with(list);
  PullToRefreshList *pull = list_of(list);
  g_signal_connect(pull, "refresh", G_CALLBACK(hand_to_thread), NULL);
  PullToRefreshRow *row = pull_to_refresh_list_get_refresh_row(pull);
  pull_to_refresh_row_begin(row);
  wait_for_state(row, PULL_TO_REFRESH_STATE_FAILED);
  return shows(gtk_widget_get_parent(list), "Failed");
}

static gboolean new_rows(void)
{
  GtkWidget *list = gtk_scrolled_window_new();
  window_with(list);
  PullToRefreshList *pull = list_of(list);
  PullToRefreshRun *kept = NULL;
  g_signal_connect(pull, "refresh", G_CALLBACK(keep), &kept);
  g_signal_connect(pull, "load-more", G_CALLBACK(keep), &kept);
  g_autoptr(PullToRefreshRow) old = g_object_ref(pull_to_refresh_list_get_refresh_row(pull));
  pull_to_refresh_row_begin(old);
  wait_for(&begun, 1);
  g_autoptr(PullToRefreshRow) row = pull_to_refresh_row_new();
  g_object_set(pull, "refresh-row", row, NULL);
  gboolean moved = state_of(row) == PULL_TO_REFRESH_STATE_RUNNING &&
                   state_of(old) == PULL_TO_REFRESH_STATE_NONE;
  g_object_set(pull, "refresh-row", row, NULL);
  pull_to_refresh_row_cancel(row);
  g_autoptr(PullToRefreshRow) load = pull_to_refresh_row_new();
  g_object_set(load, "has-more", FALSE, NULL);
  g_object_set(pull, "load-more-row", load, NULL);
  gboolean ended = !has_more(load) && state_of(load) == PULL_TO_REFRESH_STATE_EXHAUSTED;
  g_object_set(pull, "load-more-row", NULL, NULL);
  load = pull_to_refresh_list_get_load_more_row(pull);
  g_object_ref(load);
  return moved && ended && has_more(load) && state_of(load) == PULL_TO_REFRESH_STATE_IDLE;
}

static void forget(gpointer pull, GClosure *closure)
{
  (void)closure;
  g_object_unref(pull);
}

// As a language with closures does: a button in a row's child keeps the list that has the row.
static gboolean closure_of_child(void)
{
  GtkWidget *list = gtk_scrolled_window_new(), *window = window_with(list);
  PullToRefreshList *pull = pull_to_refresh_list_new(list);
  GtkWidget *button = gtk_button_new();
  g_signal_connect_data(button, "clicked", G_CALLBACK(add_one), g_object_ref(pull), forget, 0);
  g_object_set(pull_to_refresh_list_get_refresh_row(pull), "child", button, NULL);
  g_object_weak_ref(G_OBJECT(button), (GWeakNotify)(void *)add_one, &gone);
  g_object_unref(pull);
  gtk_window_destroy(GTK_WINDOW(window));
  while (g_main_context_iteration(NULL, FALSE))
    ;
  return gone == 1;
}

// The rows that a program has fetched are not lost, and neither is their memory.
static gboolean updates(void)
{
  int changed = 0, freed = 0;
  GtkWidget *list = gtk_scrolled_window_new();
  window_with(list);
  g_autoptr(PullToRefreshList) pull = pull_to_refresh_list_new(list);
  pull_to_refresh_list_update(NULL, 0, (PullToRefreshChange)(void *)add_one, &changed, NULL);
  pull_to_refresh_list_update(NULL, 0, (PullToRefreshChange)(void *)add_one, &freed,
                              (GDestroyNotify)(void *)add_one);
  pull_to_refresh_list_update(pull, 0, NULL, &freed, (GDestroyNotify)(void *)add_one);
  gboolean refused = changed == 0 && freed == 2;
  pull_to_refresh_list_detach(pull);
  pull_to_refresh_list_update(pull, 0, (PullToRefreshChange)(void *)add_one, &changed, NULL);
  return refused && changed == 1;
}

static const char *pill_title = "3 new above";

// The text of the pill is the program's, or the library's in the user's language.
static gboolean pill(void)
{
  int changed = 0;
  GtkWidget *list = gtk_scrolled_window_new(), *rows = gtk_label_new("Rows");
  gtk_widget_set_size_request(rows, -1, 4000);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list), rows);
  window_with(list);
  PullToRefreshList *pull = list_of(list);
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(list));
  while (gtk_adjustment_get_upper(place) < 4000)
    g_main_context_iteration(NULL, TRUE);
  gtk_adjustment_set_value(place, 1000);
  pull_to_refresh_list_update(pull, 3, (PullToRefreshChange)(void *)add_one, &changed, NULL);
  wait_for(&changed, 1);
  GtkWidget *around = gtk_widget_get_parent(list);
  gboolean is_default = shows(around, pill_title);
  g_object_set(pull, "new-rows-title", "%d letters", NULL);
  gboolean is_own = shows(around, "3 letters");
  g_object_set(pull, "new-rows-title", NULL, NULL);
  return is_default && is_own && shows(around, pill_title);
}

static GString *order;

static void append(gpointer letter)
{
  g_string_append(order, letter);
}

static gboolean updates_in_order(void)
{
  GtkWidget *list = gtk_scrolled_window_new();
  window_with(list);
  PullToRefreshList *pull = list_of(list);
  order = g_string_new(NULL);
  while (!gtk_widget_get_height(list))
    g_main_context_iteration(NULL, TRUE);
  const char *letters[] = {"A", "B", "C", "D"};
  for (int i = 0; i < 4; i++)
    pull_to_refresh_list_update(pull, 0, append, (gpointer)letters[i], NULL);
  while (order->len < 4)
    g_main_context_iteration(NULL, TRUE);
  return g_str_equal(order->str, "ABCD");
}

// A program shows something else in place of the list for longer than a second.
static gboolean away(void)
{
  GtkWidget *list = g_object_ref_sink(gtk_scrolled_window_new()), *window = window_with(list);
  PullToRefreshList *pull = list_of(list);
  g_signal_connect(pull, "refresh", G_CALLBACK(finish), NULL);
  PullToRefreshRow *row = pull_to_refresh_list_get_refresh_row(pull);
  wait_for_state(row, PULL_TO_REFRESH_STATE_IDLE);
  gtk_window_set_child(GTK_WINDOW(window), gtk_spinner_new());
  wait_for_state(row, PULL_TO_REFRESH_STATE_NONE);
  gtk_window_set_child(GTK_WINDOW(window), list);
  wait_for_state(row, PULL_TO_REFRESH_STATE_IDLE);
  pull_to_refresh_row_begin(row);
  wait_for(&begun, 1);
  return TRUE;
}

static gboolean several_lists(void)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = gtk_scrolled_window_new(), *second = gtk_scrolled_window_new();
  gtk_box_append(GTK_BOX(box), first);
  gtk_box_append(GTK_BOX(box), second);
  window_with(box);
  PullToRefreshList *pull = list_of(box);
  g_signal_connect(pull, "refresh", G_CALLBACK(finish), NULL);
  pull_to_refresh_row_begin(pull_to_refresh_list_get_refresh_row(pull));
  wait_for(&begun, 1);
  return gtk_widget_get_parent(first) != box && gtk_widget_get_parent(second) == box;
}

static gboolean begun_at_start(void)
{
  GtkWidget *list = gtk_scrolled_window_new();
  PullToRefreshList *pull = list_of(list);
  g_signal_connect(pull, "refresh", G_CALLBACK(finish), NULL);
  window_with(list);
  pull_to_refresh_row_begin(pull_to_refresh_list_get_refresh_row(pull));
  wait_for(&begun, 1);
  return TRUE;
}

static gboolean list_of_same_window(void)
{
  GtkWidget *list = gtk_scrolled_window_new(), *text = gtk_text_view_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list), text);
  window_with(list);
  PullToRefreshList *pull = list_of(list), *other = list_of(text);
  g_signal_connect(pull, "refresh", G_CALLBACK(finish), NULL);
  g_signal_connect(other, "refresh", G_CALLBACK(fail), NULL);
  PullToRefreshRow *row = pull_to_refresh_list_get_refresh_row(pull);
  pull_to_refresh_row_begin(row);
  wait_for_state(row, PULL_TO_REFRESH_STATE_SUCCEEDED);
  pull_to_refresh_list_detach(other);
  return state_of(row) == PULL_TO_REFRESH_STATE_SUCCEEDED;
}

static gboolean own_handler(void)
{
  GtkWidget *list = gtk_scrolled_window_new();
  window_with(list);
  PullToRefreshList *pull = list_of(list);
  gulong id = g_signal_connect_swapped(list, "edge-reached", G_CALLBACK(add_one), pull);
  pull_to_refresh_list_detach(pull);
  return g_signal_handler_is_connected(list, id);
}

static gboolean made_run(void)
{
  g_object_unref(g_object_new(PULL_TO_REFRESH_TYPE_RUN, NULL));
  return TRUE;
}

static gboolean no_reason(void)
{
  GtkWidget *list = gtk_scrolled_window_new();
  window_with(list);
  PullToRefreshList *pull = list_of(list);
  g_signal_connect(pull, "refresh", G_CALLBACK(fail), NULL);
  PullToRefreshRow *row = pull_to_refresh_list_get_refresh_row(pull);
  pull_to_refresh_row_begin(row);
  wait_for_state(row, PULL_TO_REFRESH_STATE_FAILED);
  return shows(gtk_widget_get_parent(list), "Failed");
}

static gboolean built_before_widget(void)
{
  static const char interface[] =
      "<interface><object class='PullToRefreshList' id='pull'><property name='widget'>list</property>"
      "</object><object class='GtkWindow' id='window'><property name='child'>"
      "<object class='GtkScrolledWindow' id='list'/></property></object></interface>";
  g_type_ensure(PULL_TO_REFRESH_TYPE_LIST);
  GtkBuilder *builder = gtk_builder_new_from_string(interface, -1);
  PullToRefreshList *pull = PULL_TO_REFRESH_LIST(gtk_builder_get_object(builder, "pull"));
  g_signal_connect(pull, "refresh", G_CALLBACK(finish), NULL);
  gtk_window_present(GTK_WINDOW(gtk_builder_get_object(builder, "window")));
  pull_to_refresh_row_begin(pull_to_refresh_list_get_refresh_row(pull));
  wait_for(&begun, 1);
  return TRUE;
}

// A widget of the program's own lets go of the list in its dispose, as GTK's documentation has it.
G_DECLARE_FINAL_TYPE(OwnPage, own_page, OWN, PAGE, GtkWidget)
struct _OwnPage {
  GtkWidget parent_instance;
  GtkWidget *list;
};
G_DEFINE_FINAL_TYPE(OwnPage, own_page, GTK_TYPE_WIDGET)

static void own_page_dispose(GObject *object)
{
  g_clear_pointer(&OWN_PAGE(object)->list, gtk_widget_unparent);
  G_OBJECT_CLASS(own_page_parent_class)->dispose(object);
}

static void own_page_class_init(OwnPageClass *class)
{
  G_OBJECT_CLASS(class)->dispose = own_page_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void own_page_init(OwnPage *page)
{
  page->list = gtk_scrolled_window_new();
  gtk_widget_set_parent(page->list, GTK_WIDGET(page));
}

static gboolean own_widget(void)
{
  GtkWidget *page = g_object_new(own_page_get_type(), NULL), *window = window_with(page);
  GtkWidget *list = OWN_PAGE(page)->list;
  PullToRefreshList *pull = list_of(list);
  g_signal_connect(pull, "refresh", G_CALLBACK(finish), NULL);
  wait_for_state(pull_to_refresh_list_get_refresh_row(pull), PULL_TO_REFRESH_STATE_IDLE);
  gboolean is_attached = gtk_widget_get_parent(list) != page;
  gtk_window_destroy(GTK_WINDOW(window));
  while (g_main_context_iteration(NULL, FALSE))
    ;
  return is_attached;
}

// The row is not there any more once its handler is gone.
static gboolean gone_handler(void)
{
  GtkWidget *list = gtk_scrolled_window_new();
  window_with(list);
  PullToRefreshList *pull = list_of(list);
  g_signal_connect(pull, "refresh", G_CALLBACK(finish), NULL);
  PullToRefreshRow *row = pull_to_refresh_list_get_refresh_row(pull);
  wait_for_state(row, PULL_TO_REFRESH_STATE_IDLE);
  g_signal_handlers_disconnect_by_func(pull, finish, NULL);
  gtk_widget_activate_action(list, "pull-to-refresh.refresh", NULL);
  wait_for_state(row, PULL_TO_REFRESH_STATE_NONE);
  return begun == 0 && !shows(gtk_widget_get_parent(list), "Failed");
}

static void close_if_empty(GtkNotebook *notebook)
{
  if (gtk_notebook_get_n_pages(notebook) == 0)
    gone++;
}

// A program that closes its window with the last page.
static gboolean page(void)
{
  GtkWidget *notebook = gtk_notebook_new(), *list = gtk_scrolled_window_new();
  gtk_notebook_append_page(GTK_NOTEBOOK(notebook), list, gtk_label_new("Tab"));
  g_signal_connect(notebook, "page-removed", G_CALLBACK(close_if_empty), NULL);
  window_with(notebook);
  PullToRefreshList *pull = list_of(list);
  gboolean is_attached = gtk_notebook_page_num(GTK_NOTEBOOK(notebook), list) < 0;
  pull_to_refresh_list_detach(pull);
  const char *tab = gtk_notebook_get_tab_label_text(GTK_NOTEBOOK(notebook), list);
  return is_attached && gone == 0 && gtk_notebook_get_n_pages(GTK_NOTEBOOK(notebook)) == 1 &&
         g_strcmp0(tab, "Tab") == 0;
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    gboolean (*is_good)(void);
  } cases[] = {
      {"run_on_thread", run_on_thread},
      {"new_rows", new_rows},
      {"closure_of_child", closure_of_child},
      {"pill", pill},
      {"updates", updates},
      {"updates_in_order", updates_in_order},
      {"away", away},
      {"several_lists", several_lists},
      {"begun_at_start", begun_at_start},
      {"list_of_same_window", list_of_same_window},
      {"own_handler", own_handler},
      {"made_run", made_run},
      {"no_reason", no_reason},
      {"built_before_widget", built_before_widget},
      {"page", page},
      {"own_widget", own_widget},
      {"gone_handler", gone_handler},
  };
  alarm(60);  // ends it where something is waited for in vain
  gtk_init();
  if (argc > 3) {
    pull_to_refresh_bind_translations(argv[2]);
    pill_title = argv[3];
  }
  for (gsize i = 0; argc > 1 && i < G_N_ELEMENTS(cases); i++)
    if (g_str_equal(argv[1], cases[i].name)) {
      gboolean is_good = cases[i].is_good();
      g_print("%s\n", is_good ? "good" : "bad");
      return !is_good;
    }
  return 2;
}
