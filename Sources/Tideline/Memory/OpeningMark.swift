import TidelineGtk

/// Remembers which conversation is read, so that the next start opens it again; but not one whose
/// opening has ended the program.
///
/// While a conversation is opened a mark of that stands in the file. It goes, and the conversation
/// is the one to open again, once the texts were painted and the program has lived on for a moment.
/// So whatever ends the program meanwhile, the next start finds the mark: see
/// ``MailboxMemory/takeUnfinished()``. A window that closes in order takes the mark away.
final class OpeningMark {
  private let settling: Duration
  /// What is being opened, and where it was selected, what asks for the Message-ID of one of its
  /// messages, which is known once those are read; nil for what is only read again.
  private var opening: (memory: MailboxMemory, messageID: (() -> String?)?)?
  /// What this window has had remembered last.
  private var selected: String?
  private var timeout: Timeout?
  /// Counts the openings, and what was added to them.
  private var count = 0

  /// - Parameter settling: what frames, and the compositor's answers to them, take after a
  ///   painting.
  init(settling: Duration = .seconds(1)) { self.settling = settling }

  /// A conversation is about to be opened, or more of it. What was being opened before is not
  /// waited for any more.
  ///
  /// - Parameter messageID: that of one of its messages, where it was selected: asked for at the
  ///   end.
  func begin(in memory: MailboxMemory, selecting messageID: (() -> String?)? = nil) {
    interrupt()
    if opening == nil { memory.beginOpening() }
    opening = (memory, messageID ?? opening?.messageID)
  }

  /// None is selected any more.
  func clear(in memory: MailboxMemory) {
    interrupt()
    opening?.memory.endOpening()
    opening = nil
    // Another window may have selected one since.
    if memory.selected == selected { memory.selected = nil }
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
    interrupt()
    guard let (memory, messageID) = opening else { return }
    opening = nil
    if let id = messageID?() {
      memory.selected = id
      selected = id
    }
    memory.endOpening()
  }

  private func interrupt() {
    count += 1
    timeout?.cancel()
    timeout = nil
  }
}
