import CPullToRefreshShim
import PullToRefreshGtk

extension DrawingArea: WidgetConvertible {
  /// Draws the area, whenever it is to be seen anew.
  ///
  /// - Parameter handler: is given the canvas and the area's size in application pixels.
  public func onDraw(_ handler: @escaping (_ canvas: Canvas, _ size: (Double, Double)) -> Void) {
    typealias Handler = (Canvas, (Double, Double)) -> Void
    tideline_drawing_area_on_draw(self, target(owning: Closure<Handler>(handler))) {
      context,
      cairo,
      width,
      height in
      MainActor.assumeIsolated {
        Closure<Handler>.from(context)(Canvas(cairo: cairo), (Double(width), Double(height)))
      }
    }
  }

  public func queueDraw() { gtk_widget_queue_draw(asWidget) }
}

/// What a `DrawingArea` is drawn on, in application pixels; valid during that call only.
public struct Canvas {
  fileprivate let cairo: OpaquePointer

  public func move(to x: Double, _ y: Double) { cairo_move_to(cairo, x, y) }
  public func line(to x: Double, _ y: Double) { cairo_line_to(cairo, x, y) }

  /// Fills what the lines enclose, and begins anew.
  public func fill(_ color: Color) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_fill(cairo)
  }
}
