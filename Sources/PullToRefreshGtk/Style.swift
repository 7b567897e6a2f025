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

  private static var installed: [String: CssProvider] = [:]

  /// Applies a library's sheet; a second call with the same sheet does nothing.
  package static func install(_ css: String) {
    guard installed[css] == nil else { return }
    installed[css] = CssProvider(css)
    installed[css]?.addToDefaultDisplay(priority: .library)
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

/// A color with its opacity.
public struct Color: Hashable, Sendable {
  /// The parts of the color, each 0…1. An ``alpha`` of 0 is transparent, 1 is opaque.
  public let red, green, blue, alpha: Double

  /// Creates a color from its parts, each clamped to 0…1; NaN counts as 0.
  public nonisolated init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    func part(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
    self.red = part(red)
    self.green = part(green)
    self.blue = part(blue)
    self.alpha = part(alpha)
  }

  /// A color in CSS notation: `red`, `#3584e4`, `rgba(53, 132, 228, 0.5)`; nil for anything else.
  public nonisolated init?(_ css: String) {
    var color = GdkRGBA()
    guard gdk_rgba_parse(&color, css) != 0 else { return nil }
    self.init(
      red: Double(color.red),
      green: Double(color.green),
      blue: Double(color.blue),
      alpha: Double(color.alpha)
    )
  }

  /// The color in CSS notation.
  public nonisolated var css: String {
    var color = GdkRGBA(
      red: Float(red),
      green: Float(green),
      blue: Float(blue),
      alpha: Float(alpha)
    )
    return String(taking: gdk_rgba_to_string(&color)) ?? "transparent"
  }
}
