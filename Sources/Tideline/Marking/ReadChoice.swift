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
