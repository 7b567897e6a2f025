import CPullToRefreshGtk

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
    guard let text = gdk_rgba_to_string(&color) else { return "transparent" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
