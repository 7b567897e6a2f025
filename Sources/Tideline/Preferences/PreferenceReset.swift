import CAdwaita
import TidelineGtk
import TidelineProgram

/// Resets preferences, with a toast that can undo it.
final class PreferenceReset {
  private let preferences: Preferences
  private let toasts: ToastOverlay
  private var toast: Toast?
  /// What was chosen before.
  private var before: Preferences.Chosen?

  private static let group = "reset"
  /// In seconds. It is more than libadwaita's default of 5, so that the toast can be heard, found
  /// and reached by the keyboard.
  private static let undoTime: UInt32 = 15

  /// - Parameter toasts: where the toast is shown.
  init(_ preferences: Preferences, over toasts: ToastOverlay) {
    self.preferences = preferences
    self.toasts = toasts
  }

  /// Adds the action of the toast's button.
  func install(on window: Window) {
    let actions = SimpleActionGroup()
    actions.add(.named("undo") { [weak self] in self?.undo() })
    window.insert(actions, prefix: Self.group)
  }

  /// The buttons at the end of a page.
  func buttons(for keys: [any KeyGroup]) -> Box {
    let page = button(tr("Reset to Defaults"), keys)
    page.addStyleClass("destructive-action")
    let all = button(tr("Reset All Pages"), Preferences.groups)
    let buttons = Box(.vertical, spacing: 12)
    buttons.append(page)
    buttons.append(all)
    buttons.setAlign(horizontal: .center)
    return buttons
  }

  private func button(_ label: String, _ keys: [any KeyGroup]) -> Button {
    let button = Button(label: label)
    button.addStyleClass("pill")
    button.connect("clicked") { [weak self] in self?.reset(keys) }
    return button
  }

  private func reset(_ keys: [any KeyGroup]) {
    toast?.dismiss()
    before = preferences.chosen(keys)
    preferences.reset(keys)
    toast = toasts.add(tr("Preferences reset")) { toast in
      toast.setButton(tr("Undo"), action: Self.group + ".undo")
      toast.setTimeout(Self.undoTime)
    }
  }

  private func undo() {
    guard let before else { return }
    self.before = nil
    preferences.choose(before)
  }
}
