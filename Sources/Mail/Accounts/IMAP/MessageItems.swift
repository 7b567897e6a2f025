import IMAP

/// What is asked for about messages.
enum MessageItems {
  /// The fields that make a row; some 600 bytes a message.
  private static let fields = [
    "DATE", "FROM", "SENDER", "REPLY-TO", "SUBJECT", "MESSAGE-ID", "REFERENCES", "IN-REPLY-TO",
    "CONTENT-TYPE", "CONTENT-TRANSFER-ENCODING", "CONTENT-DISPOSITION",
  ]
  /// How much of each text comes with its header, in bytes. It has all of the words that a row
  /// shows for half of all messages.
  static let beginning = 384
  /// How much is fetched of the other half, for rows that show them.
  ///
  /// Of 817 messages of real mail, from the tests of other mail programs, 99.5 % show the same
  /// first words as if they were read whole, and all of those whose beginning was taken to be
  /// enough. That costs 1.1 kB a message where each is the newest of its conversation, and 1.4 kB a
  /// conversation where every other one is; 4 kB of the newest alone are 1.5 kB.
  /// `TextBeginningTests` prints such figures.
  static let textLimit = 4096

  /// What every message shows.
  static let row: [FetchItem] = header + [.section(Section(.text), range: 0..<beginning)]
  /// As ``row``, of a message whose text the server cannot read.
  static let header: [FetchItem] = [.uid, .flags, .internalDate, .size, .headerFields(fields)]

  /// As ``row``, of a message that has not come in parts; in bytes, as much as most headers have.
  static let whole: [FetchItem] =
    [.uid, .flags, .internalDate, .size, .section(Section(.whole), range: 0..<wholeLimit)]
  static let wholeLimit = 32 << 10

  /// More of the text.
  static let text: [FetchItem] = [.uid, .section(Section(.text), range: beginning..<textLimit)]
  /// What tells whether files are attached, and what to fetch when the message is read.
  static let structure: [FetchItem] = [.uid, .bodyStructure]
}
