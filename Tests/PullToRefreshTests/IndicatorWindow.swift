import CPullToRefreshGtk
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
