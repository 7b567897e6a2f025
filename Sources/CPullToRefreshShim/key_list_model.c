// A GListModel of 64-bit keys, 8 bytes a row. A row's object exists only while it has a reference;
// during that time its key always gives this object, since GTK compares items by identity.

#include "CPullToRefreshShim.h"

typedef struct {
  GObject parent_instance;
  GArray *keys;
  // The new keys, during a replacement of all keys. The list then consists of the first `split`
  // keys of `keys` and of `next` from `next_start` on, so that no single change has to move keys.
  GArray *next;
  unsigned int split;
  unsigned int next_start;
  GHashTable *items; // key -> KeyItem that is alive, unowned
} PullToRefreshKeyList;

typedef GObjectClass PullToRefreshKeyListClass;

typedef struct {
  GObject parent_instance;
  int64_t key;
  GHashTable *items;
} PullToRefreshKeyItem;

typedef GObjectClass PullToRefreshKeyItemClass;

static GType key_item_get_type(void);
static GType key_list_get_type(void);
static void key_list_model_init(GListModelInterface *interface);

G_DEFINE_TYPE(PullToRefreshKeyItem, key_item, G_TYPE_OBJECT)
G_DEFINE_TYPE_WITH_CODE(PullToRefreshKeyList, key_list, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, key_list_model_init))

static void key_item_finalize(GObject *object)
{
  PullToRefreshKeyItem *item = (PullToRefreshKeyItem *)object;
  if (g_hash_table_lookup(item->items, &item->key) == item)
    g_hash_table_remove(item->items, &item->key);
  g_hash_table_unref(item->items);
  G_OBJECT_CLASS(key_item_parent_class)->finalize(object);
}

static void key_item_class_init(PullToRefreshKeyItemClass *class)
{
  class->finalize = key_item_finalize;
}

static void key_item_init(PullToRefreshKeyItem *item)
{
  (void)item;
}

static void key_list_finalize(GObject *object)
{
  PullToRefreshKeyList *list = (PullToRefreshKeyList *)object;
  g_array_unref(list->keys);
  g_hash_table_unref(list->items);
  G_OBJECT_CLASS(key_list_parent_class)->finalize(object);
}

static void key_list_class_init(PullToRefreshKeyListClass *class)
{
  class->finalize = key_list_finalize;
}

static void key_list_init(PullToRefreshKeyList *list)
{
  list->keys = g_array_new(FALSE, FALSE, sizeof(int64_t));
  list->items = g_hash_table_new(g_int64_hash, g_int64_equal);
}

static GType item_type(GListModel *model)
{
  (void)model;
  return key_item_get_type();
}

static guint n_items(GListModel *model)
{
  return tideline_key_list_count(model);
}

static gpointer get_item(GListModel *model, guint position)
{
  PullToRefreshKeyList *list = (PullToRefreshKeyList *)model;
  if (position >= tideline_key_list_count(model))
    return NULL;
  int64_t key = tideline_key_list_key(model, position);
  PullToRefreshKeyItem *item = g_hash_table_lookup(list->items, &key);
  if (item)
    return g_object_ref(item);
  item = g_object_new(key_item_get_type(), NULL);
  item->key = key;
  item->items = g_hash_table_ref(list->items);
  g_hash_table_insert(list->items, &item->key, item);
  return item;
}

static void key_list_model_init(GListModelInterface *interface)
{
  interface->get_item_type = item_type;
  interface->get_n_items = n_items;
  interface->get_item = get_item;
}

GListModel *tideline_key_list_new(void)
{
  return g_object_new(key_list_get_type(), NULL);
}

void tideline_key_list_splice(GListModel *model, unsigned int position, unsigned int removed,
                              const int64_t *keys, unsigned int added)
{
  PullToRefreshKeyList *list = (PullToRefreshKeyList *)model;
  g_return_if_fail(!list->next);
  g_return_if_fail(position <= list->keys->len && removed <= list->keys->len - position);
  if (removed > 0)
    g_array_remove_range(list->keys, position, removed);
  if (added > 0)
    g_array_insert_vals(list->keys, position, keys, added);
  if (removed > 0 || added > 0)
    g_list_model_items_changed(model, position, removed, added);
}

void tideline_key_list_forget_items(GListModel *model)
{
  g_hash_table_remove_all(((PullToRefreshKeyList *)model)->items);
}

int64_t *tideline_key_list_begin_replacing(GListModel *model, unsigned int count)
{
  PullToRefreshKeyList *list = (PullToRefreshKeyList *)model;
  g_assert(!list->next);
  // One more than needed, so that the array has memory even if `count` is 0.
  list->next = g_array_sized_new(FALSE, FALSE, sizeof(int64_t), count + 1);
  g_array_set_size(list->next, count);
  list->split = list->keys->len;
  list->next_start = count;
  return (int64_t *)(void *)list->next->data;
}

void tideline_key_list_replace(GListModel *model, const TidelineKeyRun *runs,
                               unsigned int run_count)
{
  PullToRefreshKeyList *list = (PullToRefreshKeyList *)model;
  g_return_if_fail(list->next);
  for (unsigned int i = run_count; i > 0; i--) {
    const TidelineKeyRun *run = &runs[i - 1];
    list->split = run->old_start;
    list->next_start = run->new_start;
    if (run->old_count > 0 || run->new_count > 0)
      g_list_model_items_changed(model, run->old_start, run->old_count, run->new_count);
  }
  GArray *last = list->keys;
  list->keys = list->next;
  list->next = NULL;
  g_array_unref(last);
}

unsigned int tideline_key_list_count(GListModel *model)
{
  PullToRefreshKeyList *list = (PullToRefreshKeyList *)model;
  return list->next ? list->split + list->next->len - list->next_start : list->keys->len;
}

int64_t tideline_key_list_key(GListModel *model, unsigned int position)
{
  PullToRefreshKeyList *list = (PullToRefreshKeyList *)model;
  g_return_val_if_fail(position < tideline_key_list_count(model), 0);
  if (list->next && position >= list->split)
    return g_array_index(list->next, int64_t, list->next_start + position - list->split);
  return g_array_index(list->keys, int64_t, position);
}

bool tideline_key_list_item_key(GObject *item, int64_t *key)
{
  if (!G_TYPE_CHECK_INSTANCE_TYPE(item, key_item_get_type()))
    return false;
  *key = ((PullToRefreshKeyItem *)item)->key;
  return true;
}
