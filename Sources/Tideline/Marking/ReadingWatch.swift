import Mail
import TidelineGtk

/// Tells which messages somebody reads: those whose text has been open and in sight for a second, in
/// a window that is in use.
///
/// It looks only while there is something to look for: after the content has changed or moved, until
/// nothing unread is in sight.
final class ReadingWatch {
  /// Called with the messages that count as read from now on, each once.
  var onRead: ((Set<MessageStub.ID>) -> Void)?
  /// The unread messages of which some text is in sight at this moment.
  private let inSight: () -> Set<MessageStub.ID>
  /// Those in sight at the last look.
  private var seen: Set<MessageStub.ID> = []
  /// Those that were told already.
  private var told: Set<MessageStub.ID> = []
  private var waiting: Timeout?
  /// Whether the conversation is left as it is until it is shown anew.
  private var isLeft = false
  var isWaiting: Bool { waiting != nil }

  /// Whoever scrolls past does not read.
  private static let time = Duration.seconds(1)

  init(_ inSight: @escaping () -> Set<MessageStub.ID>) { self.inSight = inSight }

  /// Something has come into sight, or may have.
  func look() {
    guard waiting == nil, !isLeft else { return }
    seen = inSight().subtracting(told)
    guard !seen.isEmpty else { return }
    waiting = Timeout(after: Self.time) { [weak self] in self?.lookAgain() }
  }

  private func lookAgain() {
    waiting = nil
    let read = isLeft ? [] : seen.intersection(inSight())
    told.formUnion(read)
    if !read.isEmpty { onRead?(read) }
    look()
  }

  /// Another conversation is shown.
  func begin() { (waiting, seen, told, isLeft) = (nil, [], [], false) }

  /// Something of the conversation was marked as unread on purpose, and is still in sight.
  func leave() { isLeft = true }
}
