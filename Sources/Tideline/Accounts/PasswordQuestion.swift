import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Asks for the password of an account where the keyring has none, each time that the account is
/// opened.
enum PasswordQuestion {
  /// Returns the window to ask over; nil while there is none, such as before GTK has started.
  static var parent: () -> Window? = { nil }
  private static var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether this task may ask. False where it works in the background: then there is no password,
  /// at once, rather than a question that nobody expects, or that no window can show.
  @TaskLocal static var isAllowed = true

  /// How the window's program uses accounts.
  nonisolated static var access: AccountAccess {
    AccountAccess(unanswered: tr("it was not typed")) { request in
      await ask(request)
    }
  }

  /// There may be a window now: who has waited for one goes on.
  static func windowAppeared() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// - Returns: what was typed; nil where the user turns back.
  private static func ask(_ request: PasswordRequest) async -> String? {
    guard isAllowed else { return nil }
    while parent() == nil {
      await withCheckedContinuation { waiting.append($0) }
    }
    guard let parent = parent() else { return nil }
    let address = request.address
    let reason = request.remark ?? tr("It is not in the keyring.")
    let dialog = MessageDialog(
      over: parent,
      heading: ShownText.words(
        tr("Password for “%s”", with: LabelText.make(address.user)),
        limit: 120
      ),
      body: request.isKept
        ? tr("%s What you type for “%s” takes its place.", with: reason, address.host)
        : tr("%s Tideline uses it for “%s” until it is closed.", with: reason, address.host)
    )
    dialog.keepLabelsWide()
    // No row as in the window to add an account: that crashes GTK 4.8 where it goes with a
    // dialogue.
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

/// What stands in an entry that goes with its dialogue, while somebody still waits for the text.
private final class TypedText {
  private(set) var text = ""

  init(in entry: TidelineGtk.Entry) {
    let entry = Unowned(entry)
    entry.object.onChange { [weak self] in self?.text = entry.object.text }
  }
}
