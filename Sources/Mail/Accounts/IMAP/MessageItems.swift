import IMAP

/// What is asked for about messages.
enum MessageItems {
  /// The fields that make a row; some 600 bytes a message.
  private static let fields = [
    "DATE", "FROM", "SENDER", "REPLY-TO", "SUBJECT", "MESSAGE-ID", "REFERENCES", "IN-REPLY-TO",
    "CONTENT-TYPE", "CONTENT-TRANSFER-ENCODING", "CONTENT-DISPOSITION",
  ]
  /// Of 1,209 messages of real mail, 98.5 % show the same first words as with twice as much.
  static let textLimit = 4096
  /// Some servers count a little more than was asked for.
  static let longestText = textLimit + 4096

  static let row: [FetchItem] = [
    .uid, .flags, .internalDate, .size, .headerFields(fields),
  ]

  /// What the newest message of a conversation shows besides.
  static let text: [FetchItem] = plainText + [.bodyStructure]
  /// What tells whether files are attached to another message of a conversation.
  static let structure: [FetchItem] = [.uid, .bodyStructure]
  /// As ``text``, of a server that cannot say how its messages are made up.
  static let plainText: [FetchItem] = [.uid, .section(Section(.text), range: 0..<textLimit)]
}
