import CPullToRefreshGtk
import Foundation
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh
@testable import RefreshCore

/// An indicator in a window, placed as in a row.
final class IndicatorWindow {
  let window = Window()
  let row = Box(.horizontal, spacing: 0)
  let indicator: Indicator
  let tint: RowTint

  init() {
    RowStyle.install()
    indicator = Indicator()
    tint = RowTint(of: row)
    row.addStyleClass("refresh-row")
    row.append(indicator.widget)
    indicator.widget.setAlign(vertical: .center)
    window.setDefaultSize(width: 200, height: 100)
    window.child = row.asWidget
    window.present()
    XCTAssertTrue(MainLoop.run { row.width > 100 }, "the window is not laid out")
  }

  var image: Widget? { part("GtkImage") }
  var spinner: Spinner? { part("GtkSpinner").map { unsafeBitCast($0, to: Spinner.self) } }

  private func part(_ name: String) -> Widget? {
    indicator.widget.children.first { $0.typeName == name }
  }

  /// Lets whole frames pass.
  func frames(_ count: Int = 2) {
    var frames = -1
    row.addTickCallback { _ in
      frames += 1
      return frames < count
    }
    XCTAssertTrue(MainLoop.run { frames == count }, "no frames")
  }

  /// The indicator's drawing after the next frames.
  func drawing() throws -> Drawing {
    frames()
    return try Drawing(of: indicator.widget)
  }

  /// The number of frames that the window has drawn since it was made.
  var frameCount: Int {
    gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(window.asWidget))
  }
}

extension RefreshState {
  static func pulling(_ progress: Double) -> RefreshState {
    RefreshState(edge: .top, moment: .pulling, progress: progress)
  }

  static let disabled = RefreshState(edge: .top, moment: .disabled, progress: 0)
  static let idle = RefreshState(edge: .top, moment: .idle, progress: 0)
  static let peeking = RefreshState(edge: .top, moment: .peeking, progress: 0.5)
  static let armed = RefreshState(edge: .top, moment: .armed)
  static let running = RefreshState(edge: .top, moment: .running)
  static let waiting = RefreshState(edge: .bottom, moment: .waiting)
  static let succeeded = RefreshState(edge: .top, moment: .succeeded(summary: nil))
  static let failed = RefreshState(edge: .top, moment: .failed(message: "no network"))
  static let cancelled = RefreshState(edge: .top, moment: .cancelled)
  static let exhausted = RefreshState(edge: .bottom, moment: .exhausted)

  static let all: [RefreshState] = [
    .disabled, .idle, .peeking, .pulling(0), .pulling(0.5), .pulling(1),
    .armed, .running, .waiting, .succeeded, .failed, .cancelled, .exhausted,
  ]
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
