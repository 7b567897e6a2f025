import Gtk

/// Remembers which conversation is read, so that the next start opens it again; but not one whose
/// opening has ended the program.
///
/// While a conversation is opened a mark of that stands in the file, in place of the selection. The
/// selection comes back once the texts were painted and the program has lived on for a moment. So
/// whatever ends the program meanwhile, the next start finds the mark: see
/// ``MailboxMemory/takeUnfinished()``. A window that closes in order takes the mark away.
final class OpeningMark {
  private let settling: Duration
  /// What is being opened.
  private var opening: (memory: MailboxMemory, conversation: Int64)?
  private var timeout: Timeout?
  /// Counts the openings, and what was added to them.
  private var count = 0

  /// - Parameter settling: what frames, and the compositor's answers to them, take after a painting.
  init(settling: Duration = .seconds(1)) { self.settling = settling }

  /// A conversation is about to be opened, or more of it; nil for none. What was being opened before
  /// is not waited for any more.
  func begin(_ conversation: Int64?, in memory: MailboxMemory?) {
    count += 1
    timeout?.cancel()
    timeout = nil
    opening = nil
    guard let memory else { return }
    guard let conversation else { return memory.forgetSelection() }
    opening = (memory, conversation)
    memory.mark(conversation)
  }

  /// All texts that were asked for are laid out next.
  ///
  /// - Parameter widget: shows them; where it is out of sight, nothing is painted.
  func shown(in widget: some WidgetConvertible) {
    let shown = count
    let settle = { [weak self] in
      guard let self, count == shown, opening != nil else { return }
      timeout?.cancel()
      timeout = Timeout(after: settling) { [weak self] in self?.end() }
    }
    if widget.asWidget.isMapped { widget.afterNextFrame(settle) } else { settle() }
  }

  /// The opening has ended well, or the window closes in order.
  func end() {
    timeout?.cancel()
    timeout = nil
    guard let (memory, conversation) = opening else { return }
    opening = nil
    memory.selected = conversation
    memory.opening = nil
  }
}
