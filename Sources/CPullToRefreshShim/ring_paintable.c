// A GdkPaintable that draws an arc of a ring over the faint whole ring, in the color of symbolic
// icons.

#include "CPullToRefreshShim.h"

#include <math.h>

typedef struct {
  GObject parent_instance;
  double fraction;
  double degrees;
} PullToRefreshRing;

typedef GObjectClass PullToRefreshRingClass;

static GType ring_get_type(void);
static void paintable_init(GdkPaintableInterface *interface);
static void symbolic_init(GtkSymbolicPaintableInterface *interface);

G_DEFINE_TYPE_WITH_CODE(PullToRefreshRing, ring, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, paintable_init)
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SYMBOLIC_PAINTABLE, symbolic_init))

// Fractions of the side of the square around the ring. At 24 px the ring is 18 px across and 2.5 px
// thick, which suits icons of 16 px.
static const double OUTER_DIAMETER = 18.0 / 24;
static const double THICKNESS = 2.5 / 24;
static const double TRACK_OPACITY = 0.2;

static void draw(PullToRefreshRing *self, GtkSnapshot *snapshot, double width, double height,
                 const GdkRGBA *color)
{
  if (!(width > 0) || !(height > 0))
    return;
  double side = fmin(width, height);
  double radius = side * (OUTER_DIAMETER - THICKNESS) / 2;
  double start = (self->degrees / 360 - 0.25) * 2 * G_PI;
  cairo_t *cairo = gtk_snapshot_append_cairo(
      snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
  cairo_translate(cairo, width / 2, height / 2);
  cairo_set_line_width(cairo, side * THICKNESS);
  cairo_set_source_rgba(cairo, color->red, color->green, color->blue,
                        color->alpha * TRACK_OPACITY);
  cairo_arc(cairo, 0, 0, radius, 0, 2 * G_PI);
  cairo_stroke(cairo);
  if (self->fraction > 0) {
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    gdk_cairo_set_source_rgba(cairo, color);
    cairo_arc(cairo, 0, 0, radius, start, start + self->fraction * 2 * G_PI);
    cairo_stroke(cairo);
  }
  cairo_destroy(cairo);
}

static void snapshot_plain(GdkPaintable *paintable, GdkSnapshot *snapshot, double width,
                           double height)
{
  // The color that GTK uses for symbolic icons if no color is given.
  static const GdkRGBA grey = {0.745f, 0.745f, 0.745f, 1};
  draw((PullToRefreshRing *)paintable, GTK_SNAPSHOT(snapshot), width, height, &grey);
}

static void snapshot_symbolic(GtkSymbolicPaintable *paintable, GdkSnapshot *snapshot, double width,
                              double height, const GdkRGBA *colors, gsize count)
{
  if (count > GTK_SYMBOLIC_COLOR_FOREGROUND)
    draw((PullToRefreshRing *)paintable, GTK_SNAPSHOT(snapshot), width, height,
         &colors[GTK_SYMBOLIC_COLOR_FOREGROUND]);
  else
    snapshot_plain((GdkPaintable *)paintable, snapshot, width, height);
}

static double intrinsic_ratio(GdkPaintable *paintable)
{
  (void)paintable;
  return 1;
}

static GdkPaintable *current_image(GdkPaintable *paintable)
{
  PullToRefreshRing *image = g_object_new(ring_get_type(), NULL);
  image->fraction = ((PullToRefreshRing *)paintable)->fraction;
  image->degrees = ((PullToRefreshRing *)paintable)->degrees;
  return (GdkPaintable *)image;
}

static void paintable_init(GdkPaintableInterface *interface)
{
  interface->snapshot = snapshot_plain;
  interface->get_intrinsic_aspect_ratio = intrinsic_ratio;
  interface->get_current_image = current_image;
}

static void symbolic_init(GtkSymbolicPaintableInterface *interface)
{
  interface->snapshot_symbolic = snapshot_symbolic;
}

static void ring_class_init(PullToRefreshRingClass *class)
{
  (void)class;
}

static void ring_init(PullToRefreshRing *self)
{
  (void)self;
}

GdkPaintable *tideline_ring_paintable_new(void)
{
  return g_object_new(ring_get_type(), NULL);
}

void tideline_ring_paintable_set(GdkPaintable *ring, double fraction, double degrees)
{
  PullToRefreshRing *self = (PullToRefreshRing *)ring;
  fraction = isnan(fraction) ? 0 : CLAMP(fraction, 0, 1);
  degrees = isfinite(degrees) ? fmod(degrees, 360) : 0;
  if (fraction == self->fraction && degrees == self->degrees)
    return;
  self->fraction = fraction;
  self->degrees = degrees;
  gdk_paintable_invalidate_contents(ring);
}
