import CGtk

/// A widget class of a binding that does not know PullToRefresh.
open class Widget {
  public let widgetPointer: UnsafeMutablePointer<GtkWidget>

  init(_ pointer: UnsafeMutablePointer<GtkWidget>?) {
    guard let pointer else { preconditionFailure("GTK has made no widget") }
    widgetPointer = pointer
    g_object_ref_sink(pointer)
  }

  deinit { g_object_unref(widgetPointer) }
}

public final class Label: Widget {
  public init(_ text: String) { super.init(gtk_label_new(text)) }
}

public final class ListBox: Widget {
  public init() { super.init(gtk_list_box_new()) }

  public func insert(_ child: Widget, at position: Int) {
    gtk_list_box_insert(OpaquePointer(widgetPointer), child.widgetPointer, Int32(position))
  }
}

public final class ScrolledWindow: Widget {
  public init(_ child: Widget) {
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(OpaquePointer(widgetPointer), child.widgetPointer)
  }
}

/// A program with one window, on GLib's main loop.
public enum Program {
  public static func run(title: String, width: Int, height: Int, content: () -> Widget) {
    gtk_init()
    let window = gtk_window_new()
    let pointer = UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_title(pointer, title)
    gtk_window_set_default_size(pointer, Int32(width), Int32(height))
    let child = content()
    withExtendedLifetime(child) { gtk_window_set_child(pointer, child.widgetPointer) }
    gtk_window_present(pointer)
    while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
      g_main_context_iteration(nil, 1)
    }
  }
}
