import Mail
import TidelineGtk
import TidelineProgram

/// The user's choice for messages that the user reads: no mark, or a mark in one of two places.
enum ReadChoice: String, CaseIterable {
  /// No mark: reading a message leaves it unread.
  case leave
  /// The message is marked in this program only.
  case here
  /// The message is marked in the mailbox, or in this program if the mailbox stores no marks.
  case mailbox

  var label: String {
    switch self {
    case .leave: tr("Leave It Unread")
    case .here: tr("Mark It as Read Here")
    case .mailbox: tr("Mark It as Read in the Mailbox")
    }
  }
}

/// Reports messages as read once their text was in sight for a second in an active window.
///
/// Looks only after the content has changed or moved, and stops once no unread message is in sight.
final class ReadingWatch {
  /// Called with the messages that now count as read; with each message once.
  var onRead: ((Set<MessageStub.ID>) -> Void)?
  /// Returns the unread messages of which some text is in sight.
  private let inSight: () -> Set<MessageStub.ID>
  /// The messages in sight at the last look, without those in ``told``.
  private var seen: Set<MessageStub.ID> = []
  /// The messages already reported.
  private var told: Set<MessageStub.ID> = []
  private var waiting: Timeout?
  /// Whether the conversation stays unread until it is shown again.
  private var isLeft = false
  var isWaiting: Bool { waiting != nil }

  /// The time after which a message in sight counts as read, and not as scrolled past.
  private static let time = Duration.seconds(1)

  init(_ inSight: @escaping () -> Set<MessageStub.ID>) { self.inSight = inSight }

  /// Starts to look. Called when the content has changed or moved.
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

  /// Starts again with another conversation.
  func begin() { (waiting, seen, told, isLeft) = (nil, [], [], false) }

  /// Reports nothing more until ``begin()``. Called when the user marks the shown conversation as
  /// unread: without this, the messages in sight would soon be reported as read.
  func leave() { isLeft = true }
}
