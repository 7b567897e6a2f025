import CAdwaita
import TidelineGtk
import TidelineProgram

/// Changes many preferences at once, and shows a toast that can undo the change.
final class UndoToast {
  let overlay = ToastOverlay()
  private let preferences: Preferences
  private var toast: Toast?
  /// The values before the change.
  private var before: [String: String?] = [:]

  /// The time of the toast in seconds: a screen reader has to speak the title, and the user has to
  /// reach the button by keyboard.
  private static let undoTime: UInt32 = 15

  init(_ preferences: Preferences) {
    self.preferences = preferences
    let actions = SimpleActionGroup()
    actions.add(.named("undo") { [weak self] in if let self { preferences.store(before) } })
    overlay.insert(actions, prefix: "preferences")
  }

  /// - Parameter title: the toast's title.
  func change(_ keys: [String], _ title: String, _ change: () -> Void) {
    before = preferences.stored(keys)
    change()
    toast?.dismiss()
    toast = overlay.add(title) { toast in
      toast.setButton(tr("Undo"), action: "preferences.undo")
      toast.setTimeout(Self.undoTime)
    }
  }
}
