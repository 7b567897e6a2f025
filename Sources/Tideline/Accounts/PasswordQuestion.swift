import TidelineGtk
import TidelineProgram

/// Asks for an account's password if the keyring fails, has none, or has one that was refused. Asks
/// for the passwords of several accounts in one dialog.
enum PasswordQuestion {
  /// Returns the window over which to ask; nil if there is none, such as before GTK has started.
  static var parent: () -> Window? = { nil }
  /// The dialog that is open; nil for none.
  private static var shown: PasswordDialog?
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
    let dialog = shown ?? PasswordDialog(over: parent) { shown = nil }
    shown = dialog
    return await dialog.password(for: request)
  }
}
