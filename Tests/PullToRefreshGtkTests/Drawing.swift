import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

/// The drawing of a paintable, or of a widget in its last frame, pixel by pixel.
struct Drawing {
  let width, height: Int
  private let bytes: [UInt8]
  private let stride: Int

  init(of widget: some WidgetConvertible) throws {
    let paintable = try XCTUnwrap(gtk_widget_paintable_new(widget.asWidget))
    try self.init(paintable, width: widget.width, height: widget.height)
  }

  /// - Parameters:
  ///   - size: the width and height of the drawing.
  ///   - color: the color for a symbolic paintable; nil draws it like any other paintable.
  init(_ paintable: Paintable, size: Int, color: Color? = nil) throws {
    try self.init(paintable, width: size, height: size, color: color)
  }

  private init(_ paintable: Paintable, width: Int, height: Int, color: Color? = nil) throws {
    (self.width, self.height) = (width, height)
    let snapshot = gtk_snapshot_new()
    if let color {
      let part = GdkRGBA(
        red: Float(color.red),
        green: Float(color.green),
        blue: Float(color.blue),
        alpha: Float(color.alpha)
      )
      let colors = [GdkRGBA](repeating: part, count: 4)
      let symbolic = OpaquePointer(UnsafeRawPointer(paintable.pointer))
      gtk_symbolic_paintable_snapshot_symbolic(
        symbolic,
        snapshot,
        Double(width),
        Double(height),
        colors,
        4
      )
    } else {
      gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    if let node = gtk_snapshot_free_to_node(snapshot) {
      let cairo = cairo_create(surface)
      gsk_render_node_draw(node, cairo)
      cairo_destroy(cairo)
      gsk_render_node_unref(node)
    }
    cairo_surface_flush(surface)
    stride = Int(cairo_image_surface_get_stride(surface))
    let data = try XCTUnwrap(cairo_image_surface_get_data(surface))
    bytes = Array(UnsafeBufferPointer(start: data, count: stride * height))
  }

  /// The color of a pixel: components in 0…255, multiplied by its opacity.
  subscript(x: Int, y: Int) -> Pixel {
    let at = y * stride + 4 * x
    return Pixel(red: bytes[at + 2], green: bytes[at + 1], blue: bytes[at], alpha: bytes[at + 3])
  }

  /// Whether nothing was drawn at all.
  var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The sum of the opacity in a part of the drawing, in opaque pixels.
  func ink(x: Range<Int>, y: Range<Int>) -> Double {
    y.flatMap { y in x.map { Double(self[$0, y].alpha) / 255 } }.reduce(0, +)
  }

  /// The sum of the opacity in the whole drawing, in opaque pixels.
  var ink: Double { ink(x: 0..<width, y: 0..<height) }

  /// The most opaque pixel.
  var strongest: Pixel {
    let all = (0..<height).flatMap { y in (0..<width).map { self[$0, y] } }
    return all.max { $0.alpha < $1.alpha } ?? .nothing
  }

  struct Pixel: Equatable {
    let red, green, blue, alpha: UInt8

    static let nothing = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
    static let red = Pixel(red: 255, green: 0, blue: 0, alpha: 255)
    static let green = Pixel(red: 0, green: 255, blue: 0, alpha: 255)
    static let blue = Pixel(red: 0, green: 0, blue: 255, alpha: 255)
  }

  /// A picture of blue pixels with a red one in its top left corner.
  static func marked(width: Int, height: Int) throws -> Paintable {
    var bytes = [UInt8]()
    for index in 0..<(width * height) {
      bytes += index == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255]
    }
    let data = g_bytes_new(bytes, UInt(bytes.count))
    defer { g_bytes_unref(data) }
    let texture = gdk_memory_texture_new(
      Int32(width),
      Int32(height),
      GDK_MEMORY_R8G8B8A8,
      data,
      UInt(4 * width)
    )
    let pointer = try XCTUnwrap(texture)
    defer { g_object_unref(UnsafeMutableRawPointer(pointer)) }
    return try XCTUnwrap(Paintable.at(pointer))
  }
}
