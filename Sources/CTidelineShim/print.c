// Printing: the desktop's dialog, and a canvas for each page.

#include "CTidelineShim.h"

typedef struct {
  TidelineSignalTarget target;
  TidelinePrintCalls calls;
} Job;

static void job_free(gpointer data, GClosure *closure)
{
  (void)closure;
  Job *job = data;
  job->target.release(job->target.context);
  g_free(job);
}

static gboolean paginate(GtkPrintOperation *operation, GtkPrintContext *paper, gpointer data)
{
  Job *job = data;
  int pages = job->calls.lay_out(job->target.context, paper);
  if (pages > 0)
    gtk_print_operation_set_n_pages(operation, pages);
  return pages > 0;
}

static void draw_page(GtkPrintOperation *operation, GtkPrintContext *paper, int page, gpointer data)
{
  (void)operation;
  Job *job = data;
  job->calls.draw(job->target.context, paper, page);
}

static void done(GtkPrintOperation *operation, GtkPrintOperationResult result, gpointer data)
{
  Job *job = data;
  GError *error = NULL;
  if (result == GTK_PRINT_OPERATION_RESULT_ERROR)
    gtk_print_operation_get_error(operation, &error);
  job->calls.end(job->target.context, error ? error->message : NULL);
  g_clear_error(&error);
}

void tideline_print(GtkWindow *parent, const char *title, const char *pdf,
                    TidelineSignalTarget target, TidelinePrintCalls calls)
{
  Job *job = g_new(Job, 1);
  *job = (Job){target, calls};
  GtkPrintOperation *operation = gtk_print_operation_new();
  gtk_print_operation_set_job_name(operation, title);
  // Sets the name of the file, if the user prints into a file.
  GtkPrintSettings *settings = gtk_print_settings_new();
  char *name = g_strdelimit(g_strdup(title), "/", '_');
  gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name);
  gtk_print_operation_set_print_settings(operation, settings);
  g_free(name);
  g_object_unref(settings);
  gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup(operation, TRUE);
  gtk_print_operation_set_allow_async(operation, TRUE);
  g_signal_connect(operation, "draw-page", G_CALLBACK(draw_page), job);
  g_signal_connect(operation, "done", G_CALLBACK(done), job);
  g_signal_connect_data(operation, "paginate", G_CALLBACK(paginate), job, job_free, 0);
  GtkPrintOperationAction action = GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG;
  if (pdf) {
    gtk_print_operation_set_export_filename(operation, pdf);
    action = GTK_PRINT_OPERATION_ACTION_EXPORT;
  }
  // The operation keeps a reference to itself until it is done.
  GError *error = NULL;
  gtk_print_operation_run(operation, action, parent, &error);
  if (error)
    calls.end(target.context, error->message);
  g_clear_error(&error);
  g_object_unref(operation);
}

void tideline_paint_picture(cairo_t *canvas, GdkPaintable *picture, double x, double y,
                            double width, double height)
{
  if (!GDK_IS_TEXTURE(picture))
    return;
  GdkTexture *texture = GDK_TEXTURE(picture);
  int columns = gdk_texture_get_width(texture), rows = gdk_texture_get_height(texture);
  cairo_surface_t *pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns, rows);
  if (cairo_surface_status(pixels) == CAIRO_STATUS_SUCCESS) {
    gdk_texture_download(texture, cairo_image_surface_get_data(pixels),
                         cairo_image_surface_get_stride(pixels));
    cairo_surface_mark_dirty(pixels);
    cairo_save(canvas);
    cairo_translate(canvas, x, y);
    cairo_scale(canvas, width / columns, height / rows);
    cairo_set_source_surface(canvas, pixels, 0, 0);
    cairo_paint(canvas);
    cairo_restore(canvas);
  }
  cairo_surface_destroy(pixels);
}
