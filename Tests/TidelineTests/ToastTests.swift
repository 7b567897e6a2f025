import CAdwaita
import TidelineGtk
import XCTest

@testable import Tideline

/// Toasts of an overlay, one after the other.
nonisolated final class ToastTests: TidelineTestCase {
  /// libadwaita 1.2 uses a toast that it has freed, if the toast is closed while it replaces
  /// another.
  @MainActor func testOneSlidesInOnlyWhenTheOneBeforeHasSlidOut() {
    let overlay = ToastOverlay()
    overlay.child = Label("List").asWidget
    let window = Window()
    window.child = overlay.asWidget
    window.present()
    XCTAssertTrue(MainLoop.run { overlay.asWidget.isMapped })
    var last: ToastTurn?
    var most = 0
    for number in 1...6 {
      last?.dismiss()
      last = overlay.add("Marked \(number)")
      XCTAssertTrue(MainLoop.run { overlay.asWidget.children.count > 1 })
      most = max(most, overlay.asWidget.children.count)
    }
    XCTAssertTrue(MainLoop.run { titles(of: overlay) == ["Marked 6"] })
    XCTAssertEqual(most, 2)
    last?.dismiss()
    XCTAssertTrue(MainLoop.run { overlay.asWidget.children.count == 1 })
  }

  @MainActor private func titles(of overlay: ToastOverlay) -> [String] {
    overlay.asWidget.contents.compactMap { $0.as(Label.self)?.text }
      .filter { $0.hasPrefix("Marked") }
  }
}
