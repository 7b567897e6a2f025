// A GdkPaintable that draws another one turned about its center. It passes symbolic colors on, so
// that an icon keeps the CSS color, which a transformed snapshot would lose.

#include "CPullToRefreshShim.h"

#include <math.h>

typedef struct {
  GObject parent_instance;
  GdkPaintable *child;
  double degrees;
  bool tinted;
} PullToRefreshTurning;

typedef GObjectClass PullToRefreshTurningClass;

static GType turning_get_type(void);
static void paintable_init(GdkPaintableInterface *interface);
static void symbolic_init(GtkSymbolicPaintableInterface *interface);

G_DEFINE_TYPE_WITH_CODE(PullToRefreshTurning, turning, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, paintable_init)
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SYMBOLIC_PAINTABLE, symbolic_init))

// Fits the child into the room with its proportions, but never enlarges it, since small pictures
// blur.
static void fit(GdkPaintable *child, double *width, double *height)
{
  double ratio = gdk_paintable_get_intrinsic_aspect_ratio(child);
  double least = fmin(gdk_paintable_get_intrinsic_width(child), *width);
  if (!(ratio > 0))
    ratio = *width / *height;
  *width = fmin(*width, *height * ratio);
  if (least > 0)
    *width = fmin(*width, least);
  *height = *width / ratio;
}

// Reduces the drawing to its shape, in one color.
static void push_tint(GtkSnapshot *snapshot, const GdkRGBA *color)
{
  graphene_matrix_t matrix;
  graphene_vec4_t offset;
  const float parts[16] = {[15] = color->alpha};
  graphene_matrix_init_from_float(&matrix, parts);
  graphene_vec4_init(&offset, color->red, color->green, color->blue, 0);
  gtk_snapshot_push_color_matrix(snapshot, &matrix, &offset);
}

static void draw(PullToRefreshTurning *self, GtkSnapshot *snapshot, double width, double height,
                 const GdkRGBA *colors, gsize count)
{
  if (!self->child || !(width > 0) || !(height > 0))
    return;
  double own_width = width, own_height = height;
  fit(self->child, &own_width, &own_height);
  gtk_snapshot_save(snapshot);
  if (self->degrees != 0) {
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)width / 2, (float)height / 2));
    gtk_snapshot_rotate(snapshot, (float)self->degrees);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)-width / 2, (float)-height / 2));
  }
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)(width - own_width) / 2,
                                                        (float)(height - own_height) / 2));
  bool tints = self->tinted && count > GTK_SYMBOLIC_COLOR_FOREGROUND;
  if (tints)
    push_tint(snapshot, &colors[GTK_SYMBOLIC_COLOR_FOREGROUND]);
  if (count > 0 && GTK_IS_SYMBOLIC_PAINTABLE(self->child))
    gtk_symbolic_paintable_snapshot_symbolic(GTK_SYMBOLIC_PAINTABLE(self->child), snapshot,
                                             own_width, own_height, colors, count);
  else
    gdk_paintable_snapshot(self->child, snapshot, own_width, own_height);
  if (tints)
    gtk_snapshot_pop(snapshot);
  gtk_snapshot_restore(snapshot);
}

static void snapshot_plain(GdkPaintable *paintable, GdkSnapshot *snapshot, double width,
                           double height)
{
  draw((PullToRefreshTurning *)paintable, GTK_SNAPSHOT(snapshot), width, height, NULL, 0);
}

static void snapshot_symbolic(GtkSymbolicPaintable *paintable, GdkSnapshot *snapshot, double width,
                              double height, const GdkRGBA *colors, gsize count)
{
  draw((PullToRefreshTurning *)paintable, GTK_SNAPSHOT(snapshot), width, height, colors, count);
}

static int intrinsic_width(GdkPaintable *paintable)
{
  GdkPaintable *child = ((PullToRefreshTurning *)paintable)->child;
  return child ? gdk_paintable_get_intrinsic_width(child) : 0;
}

static int intrinsic_height(GdkPaintable *paintable)
{
  GdkPaintable *child = ((PullToRefreshTurning *)paintable)->child;
  return child ? gdk_paintable_get_intrinsic_height(child) : 0;
}

static double intrinsic_ratio(GdkPaintable *paintable)
{
  GdkPaintable *child = ((PullToRefreshTurning *)paintable)->child;
  return child ? gdk_paintable_get_intrinsic_aspect_ratio(child) : 0;
}

static GdkPaintable *current_image(GdkPaintable *paintable)
{
  PullToRefreshTurning *self = (PullToRefreshTurning *)paintable;
  PullToRefreshTurning *image = g_object_new(turning_get_type(), NULL);
  image->child = self->child ? gdk_paintable_get_current_image(self->child) : NULL;
  image->degrees = self->degrees;
  image->tinted = self->tinted;
  return (GdkPaintable *)image;
}

static void paintable_init(GdkPaintableInterface *interface)
{
  interface->snapshot = snapshot_plain;
  interface->get_intrinsic_width = intrinsic_width;
  interface->get_intrinsic_height = intrinsic_height;
  interface->get_intrinsic_aspect_ratio = intrinsic_ratio;
  interface->get_current_image = current_image;
}

static void symbolic_init(GtkSymbolicPaintableInterface *interface)
{
  interface->snapshot_symbolic = snapshot_symbolic;
}

static void let_go(PullToRefreshTurning *self)
{
  if (self->child)
    g_signal_handlers_disconnect_by_data(self->child, self);
  g_clear_object(&self->child);
}

static void turning_dispose(GObject *object)
{
  let_go((PullToRefreshTurning *)object);
  G_OBJECT_CLASS(turning_parent_class)->dispose(object);
}

static void turning_class_init(PullToRefreshTurningClass *class)
{
  class->dispose = turning_dispose;
}

static void turning_init(PullToRefreshTurning *self)
{
  (void)self;
}

GdkPaintable *tideline_turning_paintable_new(void)
{
  return g_object_new(turning_get_type(), NULL);
}

void tideline_turning_paintable_set_child(GdkPaintable *turning, GdkPaintable *child)
{
  PullToRefreshTurning *self = (PullToRefreshTurning *)turning;
  if (child == self->child || child == turning)
    return;
  int width = intrinsic_width(turning), height = intrinsic_height(turning);
  let_go(self);
  if (child) {
    self->child = g_object_ref(child);
    // Follows the child's own animation.
    g_signal_connect_swapped(child, "invalidate-contents",
                             G_CALLBACK(gdk_paintable_invalidate_contents), self);
    g_signal_connect_swapped(child, "invalidate-size", G_CALLBACK(gdk_paintable_invalidate_size),
                             self);
  }
  // Each frame of an animation may be another child: a new size would lay the window out again.
  if (intrinsic_width(turning) != width || intrinsic_height(turning) != height)
    gdk_paintable_invalidate_size(turning);
  gdk_paintable_invalidate_contents(turning);
}

void tideline_turning_paintable_set_angle(GdkPaintable *turning, double degrees)
{
  PullToRefreshTurning *self = (PullToRefreshTurning *)turning;
  degrees = isfinite(degrees) ? fmod(degrees, 360) : 0;
  if (degrees == self->degrees)
    return;
  self->degrees = degrees;
  gdk_paintable_invalidate_contents(turning);
}

void tideline_turning_paintable_set_tinted(GdkPaintable *turning, bool tinted)
{
  PullToRefreshTurning *self = (PullToRefreshTurning *)turning;
  if (tinted == self->tinted)
    return;
  self->tinted = tinted;
  gdk_paintable_invalidate_contents(turning);
}
