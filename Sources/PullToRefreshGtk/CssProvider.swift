import CPullToRefreshGtk

extension CssProvider: ObjectConvertible {
  /// A style sheet from its text. GTK reports unreadable parts on standard error, and skips them.
  public convenience init(_ css: String) {
    self.init()
    load(css)
  }

  /// Replaces the sheet.
  package func load(_ css: String) { gtk_css_provider_load_from_data(self, css, -1) }

  /// Applies the sheet to every widget of the display that the process opened.
  ///
  /// - Parameter priority: the priority, lower for a library's sheet than for the application's.
  public func addToDefaultDisplay(priority: Priority) {
    guard let display = gdk_display_get_default() else { return }
    gtk_style_context_add_provider_for_display(display, asStyleProvider, priority.rawValue)
  }

  /// Removes the sheet.
  package func removeFromDefaultDisplay() {
    guard let display = gdk_display_get_default() else { return }
    gtk_style_context_remove_provider_for_display(display, asStyleProvider)
  }

  /// The priority of a sheet: of several sheets that set the same property, the highest counts.
  public enum Priority: UInt32 {
    /// Above the theme and the desktop's settings, below the application's own sheet.
    case library = 590
    /// Above the theme and libraries.
    case application = 600
    /// Above the application's sheet: for a look that code has set on a single widget.
    case row = 610
  }
}
