import CPullToRefreshGtk

/// A colour with its opacity.
public struct Color: Hashable, Sendable {
  /// Each 0…1, as is ``alpha``: 0 for transparent, 1 for opaque.
  public let red, green, blue, alpha: Double

  /// Parts outside 0…1 are moved to the nearest end; NaN counts as 0.
  public nonisolated init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    func part(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
    self.red = part(red)
    self.green = part(green)
    self.blue = part(blue)
    self.alpha = part(alpha)
  }

  /// A colour as CSS writes it: `red`, `#3584e4`, `rgba(53, 132, 228, 0.5)`; nil for anything else.
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

  /// The colour as CSS reads it.
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
