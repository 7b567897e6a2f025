import CAdwaita
import TidelineGtk

extension MessageDialog {
  /// Shows the dialog, and waits until it is answered or closed.
  ///
  /// - Parameters:
  ///   - yes: the label of the button that agrees.
  ///   - isRisky: whether that button looks dangerous.
  ///   - isDefault: whether Enter presses that button, which is then highlighted. If false, Enter
  ///     presses the other button.
  ///   - no: the label of the other button, which Esc always presses.
  ///   - presented: called right after the dialog is presented.
  /// - Returns: whether the user agrees; false also if the dialog is closed, or if the task is
  ///   cancelled, which closes the dialog.
  func agrees(
    _ yes: String,
    isRisky: Bool = false,
    isDefault: Bool = false,
    no: String,
    presented: () -> Void = {}
  ) async -> Bool {
    let reply = DialogReply(self)
    addCancel(no)
    add(yes, isRisky: isRisky, isDefault: isDefault) { reply.isYes = true }
    // The dialog emits `unmap` when it is answered or closed, and when its parent is unmapped. When
    // answered, it emits `response` right after `unmap`, so `end` runs later, in a task. `destroy`
    // cannot replace `unmap`: it is not emitted while this function waits.
    connect("unmap") { Task { reply.end() } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        reply.continuation = continuation
        guard !Task.isCancelled else { return reply.takeAway() }
        asWindow.present()
        presented()
      }
    } onCancel: {
      Task { @MainActor in reply.takeAway() }
    }
  }
}

/// The answer to a dialog; resumes the waiting task once.
private final class DialogReply {
  var isYes = false
  var continuation: CheckedContinuation<Bool, Never>?
  private let dialog: Unowned<MessageDialog>

  init(_ dialog: MessageDialog) { self.dialog = Unowned(dialog) }

  func end() {
    continuation?.resume(returning: isYes)
    continuation = nil
  }

  func takeAway() {
    isYes = false
    if dialog.isAlive { dialog.object.asWindow.destroy() }
    end()
  }
}
