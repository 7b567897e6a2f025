import CPullToRefreshGtk
import Foundation
import XCTest

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
