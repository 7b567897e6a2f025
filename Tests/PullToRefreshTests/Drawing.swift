import CPullToRefreshGtk
import Foundation
import PullToRefreshGtk
import XCTest

/// A widget's drawing in its last frame, pixel by pixel.
struct Drawing {
  let width, height: Int
  private let bytes: [UInt8]
  private let stride: Int

  init(of widget: some WidgetConvertible) throws {
    width = widget.width
    height = widget.height
    let snapshot = gtk_snapshot_new()
    let paintable = try XCTUnwrap(gtk_widget_paintable_new(widget.asWidget))
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
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
}

/// A folder for the pictures of one test.
final class PictureFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a PNG of one color, with a mark in its corner at the top left.
  ///
  /// - Returns: the file's path.
  func png(
    _ name: String,
    width: Int = 24,
    height: Int = 24,
    _ color: Drawing.Pixel,
    mark: Drawing.Pixel? = nil
  ) -> String {
    let file = "\(path)/\(name).png"
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    let cairo = cairo_create(surface)
    for (color, side) in [(color, max(width, height)), (mark ?? color, 8)] {
      cairo_set_source_rgb(
        cairo,
        Double(color.red) / 255,
        Double(color.green) / 255,
        Double(color.blue) / 255
      )
      cairo_rectangle(cairo, 0, 0, Double(side), Double(side))
      cairo_fill(cairo)
    }
    cairo_destroy(cairo)
    XCTAssertEqual(cairo_surface_write_to_png(surface, file), CAIRO_STATUS_SUCCESS)
    cairo_surface_destroy(surface)
    return file
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }
}
