import CPullToRefreshShim
import PullToRefreshGtk

extension DrawingArea: WidgetConvertible {
  /// Sets the handler that draws the area, called whenever its content is out of date.
  ///
  /// - Parameter handler: receives the canvas, and the area's size in application pixels.
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

/// The surface of a `DrawingArea`, in application pixels; valid only during the draw call.
public struct Canvas {
  fileprivate let cairo: OpaquePointer

  public func move(to x: Double, _ y: Double) { cairo_move_to(cairo, x, y) }
  public func line(to x: Double, _ y: Double) { cairo_line_to(cairo, x, y) }

  /// Fills the area that the lines enclose, and begins a new shape.
  public func fill(_ color: Color) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_fill(cairo)
  }
}
