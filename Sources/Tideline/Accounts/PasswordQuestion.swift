import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Asks for an account's password if the keyring fails, has none, or has one that was refused.
enum PasswordQuestion {
  /// Returns the window over which to ask; nil if there is none, such as before GTK has started.
  static var parent: () -> Window? = { nil }
  private static var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether the current task may ask. If false, such as for work in the background, the task gets
  /// nil without delay: the user would not expect the question, or no window could show it.
  @TaskLocal static var isAllowed = true

  /// The access to accounts for `tideline-window`, which can ask the user for missing passwords.
  nonisolated static var access: AccountAccess {
    AccountAccess(unanswered: tr("it was not typed")) { request in
      await ask(request)
    }
  }

  /// Resumes the questions that wait for a window.
  static func windowAppeared() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// - Returns: the password; nil if the user cancels or types none, or if ``isAllowed`` is false.
  private static func ask(_ request: PasswordRequest) async -> String? {
    guard isAllowed else { return nil }
    while parent() == nil {
      await withCheckedContinuation { waiting.append($0) }
    }
    guard let parent = parent() else { return nil }
    let address = request.address
    let reason = request.remark ?? tr("It is not in the keyring.")
    let dialog = MessageDialog.make(
      over: parent,
      heading: tr("Password for “%s”", with: LabelText.make(address.user)),
      body: request.isKept
        ? tr("%s What you type for “%s” takes its place.", with: reason, address.host)
        : tr("%s Tideline uses it for “%s” until it is closed.", with: reason, address.host)
    )
    // Not an entry row as in ``AddAccountWindow``: GTK 4.8 crashes when such a row is destroyed
    // with its dialog.
    let entry = TidelineGtk.Entry()
    entry.hideText()
    entry.setAccessibleLabel(tr("Password"))
    entry.activateDefault()
    dialog.setContent(entry)
    let typed = TypedText(in: entry)
    let agrees = await dialog.agrees(tr("_Log In"), isDefault: true, no: tr("_Cancel")) {
      entry.grabFocus()
    }
    return agrees && !typed.text.isEmpty ? typed.text : nil
  }
}

/// A copy of an entry's text, readable after the entry was destroyed with its dialog.
private final class TypedText {
  private(set) var text = ""

  init(in entry: TidelineGtk.Entry) {
    let entry = Unowned(entry)
    entry.object.onChange { [weak self] in self?.text = entry.object.text }
  }
}
