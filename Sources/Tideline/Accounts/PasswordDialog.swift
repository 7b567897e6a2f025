import CAdwaita
import TidelineGtk
import TidelineProgram

/// Asks for an account's password if the keyring fails, has none, or has one that was refused. Asks
/// for the passwords of several accounts in one dialog.
enum PasswordQuestion {
  /// Returns the window over which to ask; nil if there is none, such as before GTK has started.
  static var parent: () -> Window? = { nil }
  private static var shown: PasswordDialog?
  private static var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether the current task may ask. If false, such as for work in the background, the task gets
  /// nil without delay: the user would not expect the question, or no window could show it.
  @TaskLocal static var isAllowed = true

  /// The access to accounts for `tideline-window`, which can ask the user for missing passwords.
  nonisolated static var access: AccountAccess {
    AccountAccess(unanswered: tr("it was not typed"), asksAgain: true) { request in
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

/// A dialog that asks for the passwords of one or several accounts. Questions that come while it is
/// open are added to it. It opens with the first question, and closes when it is answered, or when
/// all questions were cancelled.
private final class PasswordDialog {
  private let dialog: MessageDialog
  private let list = Box(.vertical, spacing: 12)
  private var questions: [Question] = []
  private var asking: Task<Void, Never>?
  private let onClose: () -> Void
  private var isClosed = false

  /// - Parameter onClose: called when the dialog is closed. It takes no questions from then on.
  init(over parent: Window, onClose: @escaping () -> Void) {
    dialog = MessageDialog.make(over: parent, heading: "", body: "")
    dialog.setContent(list)
    self.onClose = onClose
    // Emitted at once when the dialog is answered, before `agrees` returns.
    dialog.connect("unmap") { [weak self] in self?.close() }
  }

  /// - Returns: the password; nil if the user cancels or types none, or if the task is cancelled.
  func password(for request: PasswordRequest) async -> String? {
    let question = Question(request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        question.continuation = continuation
        add(question)
        if Task.isCancelled { remove(question) }
      }
    } onCancel: {
      Task { @MainActor in self.remove(question) }
    }
  }

  private func add(_ question: Question) {
    questions.append(question)
    list.append(question.widget)
    update()
    guard asking == nil else { return }
    asking = Task {
      let agrees = await dialog.agrees(tr("_Log In"), isDefault: true, no: tr("_Cancel")) {
        questions.first?.entry.object.grabFocus()
      }
      close()
      for question in questions { question.answer(agrees) }
      questions = []
    }
  }

  private func close() {
    guard !isClosed else { return }
    isClosed = true
    onClose()
  }

  private func remove(_ question: Question) {
    guard let place = questions.firstIndex(where: { $0 === question }) else { return }
    questions.remove(at: place)
    question.answer(false)
    guard !isClosed else { return }
    guard !questions.isEmpty else { return asking?.cancel() ?? () }
    list.remove(question.widget)
    update()
  }

  /// Shows a single question as the dialog's own text, and several as a list.
  private func update() {
    let single = questions.count == 1 ? questions[0] : nil
    dialog.set(
      heading: single?.title ?? tr("%d password", "%d passwords", questions.count),
      body: single?.reason ?? ""
    )
    for question in questions { question.show(inList: single == nil) }
  }
}

/// A question for an account's password, with the entry for the answer.
private final class Question {
  let widget = Box(.vertical, spacing: 6)
  private let text = Box(.vertical, spacing: 2)
  let entry: Unowned<TidelineGtk.Entry>
  let title: String
  let reason: String
  var continuation: CheckedContinuation<String?, Never>?
  /// A copy of the entry's text, readable after the entry was destroyed with its dialog.
  private var typed = ""

  init(_ request: PasswordRequest) {
    let address = request.address
    title = tr("Password for “%s”", with: LabelText.make(address.user))
    let remark = request.remark ?? tr("It is not in the keyring.")
    reason =
      request.isKept
      ? tr("%s What you type for “%s” takes its place.", with: remark, address.host)
      : tr("%s Tideline uses it for “%s” until it is closed.", with: remark, address.host)
    // Not an entry row as in ``AddAccountWindow``: GTK 4.8 crashes when such a row is destroyed
    // with its dialog.
    let entry = TidelineGtk.Entry()
    self.entry = Unowned(entry)
    entry.hideText()
    entry.activateDefault()
    for (line, styleClass) in [(title, "heading"), (reason, "caption")] {
      text.append(Label.paragraph(ShownText.line(line), styleClass))
    }
    widget.append(text)
    widget.append(entry)
    entry.onChange { [weak self] in
      guard let self else { return }
      typed = self.entry.object.text
    }
  }

  /// Shows the question's own text, unless the dialog itself shows it.
  func show(inList isInList: Bool) {
    text.isVisible = isInList
    entry.object.setAccessibleLabel(isInList ? title : tr("Password"))
  }

  /// - Parameter agrees: whether the user has agreed to log in.
  func answer(_ agrees: Bool) {
    continuation?.resume(returning: agrees && !typed.isEmpty ? typed : nil)
    continuation = nil
  }
}
