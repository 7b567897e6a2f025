import PullToRefreshGtk
import TidelineGtk
import XCTest

/// Windows above another window, such as dialogs.
nonisolated final class TransientWindowTests: WidgetTestCase {
  /// A task may hold a dialog until after the dialog and its parent are closed. If the dialog still
  /// had a parent then, GTK would complain about freed memory.
  func testAClosedDialogThatIsStillHeldForgetsItsParent() {
    onMainActor {
      var dialog: Window? = Window()
      do {
        let parent = Window()
        parent.present()
        dialog?.setTransient(for: parent)
        dialog?.present()
        dialog?.destroy()
        parent.destroy()
      }
      XCTAssertEqual(warnings { dialog = nil }, [])
    }
  }
}
