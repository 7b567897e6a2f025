// Untrusted pictures from outside, such as in a message.

#include "CTidelineShim.h"

#include <math.h>
#include <string.h>

typedef struct {
  int width;
  gint64 most;
  bool is_too_large;
} Room;

/// Called right before the loader allocates memory for the picture.
static void size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer data)
{
  Room *room = data;
  gint64 pixels = (gint64)width * height;
  if (pixels > TIDELINE_PICTURE_PIXELS) {
    room->is_too_large = true;
    // With this size the loaders allocate no memory, as when GdkPixbuf reads only a file's size.
    gdk_pixbuf_loader_set_size(loader, 0, 0);
    return;
  }
  double scale = MIN(1, MIN((double)room->width / width, sqrt((double)room->most / pixels)));
  if (scale < 1)
    gdk_pixbuf_loader_set_size(loader, MAX(1, (int)(width * scale)), MAX(1, (int)(height * scale)));
}

/// Called right after the allocation. Pixels that are never decoded stay white or transparent.
static void area_prepared(GdkPixbufLoader *loader, gpointer data)
{
  (void)data;
  gdk_pixbuf_fill(gdk_pixbuf_loader_get_pixbuf(loader), 0xffffff00);
}

/// The loader for the first bytes, whatever the file's name. Loaders for other formats are never
/// used, since each of them parses untrusted data.
static const char *loader_name(const guint8 *bytes, gsize count)
{
  if (count < 12)
    return NULL;
  if (memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
    return "png";
  if (memcmp(bytes, "\xff\xd8\xff", 3) == 0)
    return "jpeg";
  if (memcmp(bytes, "GIF8", 4) == 0)
    return "gif";
  if (memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0)
    return "webp";
  return NULL;
}

/// Decodes in pieces, so that the time limit stops a picture that is made to take long.
static void load(GdkPixbufLoader *loader, const guint8 *bytes, gsize count, const Room *room)
{
  const gsize piece = 4096;
  gint64 end = g_get_monotonic_time() + TIDELINE_PICTURE_SECONDS * G_USEC_PER_SEC;
  for (gsize start = 0; start < count; start += piece) {
    bool is_read = gdk_pixbuf_loader_write(loader, bytes + start, MIN(piece, count - start), NULL);
    if (!is_read || room->is_too_large || g_get_monotonic_time() > end)
      return;
  }
}

GdkPaintable *tideline_paintable_from_bytes(const guint8 *bytes, gsize count, int width,
                                            gint64 most, TidelinePictureFault *fault)
{
  Room room = {width, most, count > TIDELINE_PICTURE_BYTES};
  const char *name = room.is_too_large ? NULL : loader_name(bytes, count);
  GdkPixbufLoader *loader = name ? gdk_pixbuf_loader_new_with_type(name, NULL) : NULL;
  GdkPaintable *paintable = NULL;
  if (loader) {
    g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &room);
    g_signal_connect(loader, "area-prepared", G_CALLBACK(area_prepared), NULL);
    load(loader, bytes, count, &room);
    gdk_pixbuf_loader_close(loader, NULL);
    // A cut or damaged picture has the pixels that could be read.
    GdkPixbuf *pixels = room.is_too_large ? NULL : gdk_pixbuf_loader_get_pixbuf(loader);
    GdkPixbuf *upright = pixels ? gdk_pixbuf_apply_embedded_orientation(pixels) : NULL;
    if (upright) {
      paintable = (GdkPaintable *)gdk_texture_new_for_pixbuf(upright);
      g_object_unref(upright);
    }
    g_object_unref(loader);
  }
  *fault = room.is_too_large ? TIDELINE_PICTURE_TOO_LARGE : TIDELINE_PICTURE_NO_PICTURE;
  return paintable;
}
