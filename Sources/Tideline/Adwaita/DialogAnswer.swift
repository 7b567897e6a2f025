import CAdwaita
import TidelineGtk

extension MessageDialog {
  /// Shows the dialogue, and waits until it is answered or gone.
  ///
  /// - Parameters:
  ///   - yes: the label of the button that agrees.
  ///   - isRisky: whether that looks like one to think about.
  ///   - isDefault: whether Enter presses that one, and not the other.
  ///   - no: the label of the other button, which Esc presses, too.
  ///   - presented: is called when the dialogue is on the screen.
  /// - Returns: whether the user agrees; false also where the dialogue is closed, or the task is
  ///   cancelled, which takes it away.
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
    // It goes off the screen right before the signal of an answer, and also with its parent. It is
    // not destroyed while it is waited for.
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

/// What a dialogue was answered; whoever waits is resumed once.
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
