import TidelineProgram

/// The effect of reading a message.
enum ReadChoice: String, ChoiceValue {
  /// None: it stays unread until another program marks it.
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

/// The preferences for marking messages.
struct MarkKeys: KeyGroup {
  let whenRead = PreferenceKey(name: "when-read", defaultValue: ReadChoice.here)

  static let all = MarkKeys()

  private init() {}

  var names: [String] { [whenRead.name] }
}
