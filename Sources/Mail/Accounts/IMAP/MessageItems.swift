import IMAP

/// The items to fetch of messages.
enum MessageItems {
  /// The header fields for a row; about 600 bytes per message.
  private static let fields = [
    "DATE", "FROM", "SENDER", "REPLY-TO", "SUBJECT", "MESSAGE-ID", "REFERENCES", "IN-REPLY-TO",
    "CONTENT-TYPE", "CONTENT-TRANSFER-ENCODING", "CONTENT-DISPOSITION",
  ]
  /// The number of bytes of each text that are fetched with its header. For half of all messages
  /// this includes all words that a row shows.
  static let beginning = 384
  /// The number of bytes fetched of the other texts, for rows that show them.
  ///
  /// Of 817 real messages, from the tests of other mail programs, 99.5 % have the same first words
  /// as if they were read completely, and so have all whose beginning was found to be enough. That
  /// costs 1.1 kB per message if each is the newest of its conversation, and 1.4 kB per
  /// conversation if every other one is; 4 kB of each newest message alone would be 1.5 kB.
  /// `TextBeginningTests` prints such figures.
  static let textLimit = 4096

  /// The items for every message.
  static let row: [FetchItem] = header + [.section(Section(.text), range: 0..<beginning)]
  /// As ``row``, for a message whose text the server cannot read.
  static let header: [FetchItem] = [.uid, .flags, .internalDate, .size, .headerFields(fields)]

  /// As ``row``, for a message that has not come in parts; in bytes, enough for most headers.
  static let whole: [FetchItem] =
    [.uid, .flags, .internalDate, .size, .section(Section(.whole), range: 0..<wholeLimit)]
  static let wholeLimit = 32 << 10

  /// The rest of the text.
  static let text: [FetchItem] = [.uid, .section(Section(.text), range: beginning..<textLimit)]
  /// The structure, which shows whether files are attached, and what to fetch when the message is
  /// read.
  static let structure: [FetchItem] = [.uid, .bodyStructure]
}
