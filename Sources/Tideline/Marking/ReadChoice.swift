import TidelineProgram

/// The mark of a message that is read.
enum ReadChoice: String, CaseIterable {
  /// No mark: it stays unread until another program marks it.
  case leave
  /// It is marked in this program only.
  case here
  /// It is marked in the mailbox if that stores marks, and otherwise in this program.
  case mailbox

  var label: String {
    switch self {
    case .leave: tr("Leave It Unread")
    case .here: tr("Mark It as Read Here")
    case .mailbox: tr("Mark It as Read in the Mailbox")
    }
  }
}
