import CPullToRefreshGtk
import CPullToRefreshShim

/// Anything that can be drawn: `GdkPaintable`.
extension Paintable: ObjectConvertible {
  /// A paintable of another binding. The pointer is a live `GdkPaintable *`; Swift takes its own
  /// reference.
  ///
  /// - Returns: nil if the pointer is no live paintable: another kind of object, or a freed one.
  public static func at(_ pointer: OpaquePointer) -> Paintable? {
    guard tideline_is_live_object(UnsafeRawPointer(pointer), gdk_paintable_get_type()) else {
      return nil
    }
    return unsafeBitCast(pointer, to: Paintable.self)
  }

  /// An icon of the theme.
  ///
  /// - Parameters:
  ///   - name: the name of the icon. If it ends in `-symbolic`, the icon takes the text's color.
  ///   - size: its width and height in application pixels.
  ///   - widget: the widget to draw it in, which has the theme, the scale and the direction.
  /// - Returns: nil if the theme has no such icon.
  public static func icon(
    _ name: String,
    size: Int,
    for widget: some WidgetConvertible
  ) -> Paintable? {
    tideline_paintable_from_icon(widget.asWidget, name, Int32(size))
  }

  /// A picture from a file, in any format that GdkPixbuf reads.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - size: the largest width and height, in application pixels; a larger picture is scaled down
  ///     as it is read.
  ///   - widget: the widget to draw it in.
  public static func file(
    _ path: String,
    size: Int,
    for widget: some WidgetConvertible
  ) throws(UnreadablePicture) -> Paintable {
    try file(path, limit: size * widget.scaleFactor)
  }

  package static func file(_ path: String, limit: Int) throws(UnreadablePicture) -> Paintable {
    var fault = TIDELINE_PICTURE_NO_FILE
    var reason: UnsafeMutablePointer<CChar>?
    let paintable = tideline_paintable_from_file(path, Int32(limit), &fault, &reason)
    if let paintable { return paintable }
    let known: UnreadablePicture.Fault =
      switch fault {
      case TIDELINE_PICTURE_NO_FILE: .noFile
      case TIDELINE_PICTURE_TOO_LARGE: .tooLarge
      default: .noPicture
      }
    throw UnreadablePicture(fault: known, reason: String(taking: reason) ?? "")
  }
}

/// A picture's file could not be read.
public struct UnreadablePicture: Error {
  /// The kind of fault.
  public enum Fault: Sendable {
    /// There is no file, or it is a folder, a pipe or similar.
    case noFile
    /// The file has more than 20 MB, or the picture more than 40 million pixels.
    case tooLarge
    /// No loader of GdkPixbuf can read the file.
    case noPicture
  }

  /// The kind of fault.
  public let fault: Fault
  /// The reason, in words for a developer.
  public let reason: String

  package init(fault: Fault, reason: String) { (self.fault, self.reason) = (fault, reason) }
}

extension WidgetConvertible {
  /// Connects `changed` of the widget's icon theme: its icons changed, or their look.
  package func onIconThemeChange(_ handler: @escaping () -> Void) -> SignalConnection {
    tideline_icon_theme(asWidget).connect("changed", handler)
  }
}

/// Draws another paintable turned about its center. That paintable keeps its proportions, and is as
/// large as the given space allows, but never enlarged.
///
/// In an `Image`, a symbolic icon keeps the text's color.
package final class TurningPaintable {
  package let asPaintable: Paintable = tideline_turning_paintable_new()

  package init() {}

  /// The paintable to turn; nil for nothing.
  package var child: Paintable? {
    didSet { tideline_turning_paintable_set_child(asPaintable, child) }
  }

  /// The angle in degrees, clockwise. NaN and infinity count as 0.
  package var angle = 0.0 {
    didSet { tideline_turning_paintable_set_angle(asPaintable, angle) }
  }

  /// Whether an `Image` draws only the child's shape, in the text's color. Symbolic icons have
  /// that color anyway.
  package var isTinted = false {
    didSet { tideline_turning_paintable_set_tinted(asPaintable, isTinted) }
  }
}

extension Paintable {
  /// A whole ring, which is faint, and an arc of it from 12 o'clock, in black on nothing.
  ///
  /// - Parameters:
  ///   - fraction: the fraction of the ring that the arc covers, clamped to 0…1.
  ///   - size: the width and height in application pixels. At 24 px the ring is 18 px across and
  ///     2.5 px thick, which suits icons of 16 px.
  package static func ring(fraction: Double, size: Int) -> Paintable? {
    let scale = Double(size) / 24
    var bounds = graphene_rect_t()
    graphene_rect_init(&bounds, 0, 0, Float(size), Float(size))
    let snapshot = gtk_snapshot_new()
    let cairo = gtk_snapshot_append_cairo(snapshot, &bounds)
    cairo_set_line_width(cairo, 2.5 * scale)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    for (part, opacity) in [(1, 0.2), (min(fraction, 1), 1)] where part > 0 {
      cairo_set_source_rgba(cairo, 0, 0, 0, opacity)
      cairo_arc(cairo, 12 * scale, 12 * scale, 7.75 * scale, -.pi / 2, (2 * part - 0.5) * .pi)
      cairo_stroke(cairo)
    }
    cairo_destroy(cairo)
    return gtk_snapshot_free_to_paintable(snapshot, nil)
  }
}
