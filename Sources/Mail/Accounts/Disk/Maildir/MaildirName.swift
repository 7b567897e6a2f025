import Glibc

/// A file name in a Maildir, split in place: `unique:2,flags`.
///
/// Fields of other programs may follow: `unique:2,flags,field,field`. Dovecot documents this form
/// in "Maildir Mailbox Format"; the fields belong to whoever wrote them.
///
/// On file systems without colons, programs write `;`, `!`, `-` or `_` instead. A program that does
/// not know such a separator appends a second suffix, with flags of its own.
struct MaildirName {
  /// The name without its final 0. It need not be UTF-8.
  let bytes: UnsafeRawBufferPointer
  /// The length of the part before the flags, which never changes.
  let keyLength: Int

  /// - Parameter name: the file name as a C string.
  /// - Returns: nil for names that begin with a dot, which are no messages.
  init?(_ name: UnsafePointer<CChar>) {
    guard name.pointee != CChar(bitPattern: UInt8(ascii: ".")), name.pointee != 0 else {
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
    let length = Self.keyLength(of: bytes)
    // A name that begins with flags has no unique part, so all of it is the key.
    self.init(bytes, keyLength: length == 0 ? bytes.count : length)
  }

  /// Makes a name whose key length is known.
  init(_ bytes: UnsafeRawBufferPointer, keyLength: Int) {
    (self.bytes, self.keyLength) = (bytes, keyLength)
  }

  var key: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<keyLength]) }

  /// The flags in the suffix `:2,`; the suffix `:1,` was for experiments and has no flags. If there
  /// are several suffixes, the last one counts: it is the most recent.
  var flags: MessageFlags {
    guard let place = placeOfLetters else { return [] }
    let letters = bytes[place]
    return Self.letters.reduce(into: []) { if letters.contains($1.letter) { $0.insert($1.flag) } }
  }

  /// The letters of the flags, in the order in which a name has them.
  static let letters: [(letter: UInt8, flag: MessageFlags)] = [
    (UInt8(ascii: "D"), .draft), (UInt8(ascii: "F"), .flagged), (UInt8(ascii: "R"), .replied),
    (UInt8(ascii: "S"), .seen), (UInt8(ascii: "T"), .trashed),
  ]

  /// The place of the letters of the flags; nil for a name without `:2,`, or the same with another
  /// separator. The first comma behind them begins the fields.
  var placeOfLetters: Range<Int>? {
    let isAllFlags = keyLength == bytes.count && Self.keyLength(of: bytes) == 0
    var start: Int?
    for index in bytes.indices[(isAllFlags ? 0 : keyLength)...]
    where bytes[index] == UInt8(ascii: ",") {
      guard Self.isInfo(bytes, endingAt: index) else { return start.map { $0..<index } }
      start = index + 1
    }
    return start.map { $0..<bytes.count }
  }

  /// The length up to the first colon, or to another separator that only flags follow.
  private static func keyLength(of bytes: UnsafeRawBufferPointer) -> Int {
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    let comma = bytes[..<colon].indices.first { index in
      isInfo(bytes, endingAt: index) && bytes[index...].allSatisfy(isOfFlags)
    }
    return comma.map { $0 - 1 - Self.lengthOfSeparator(bytes, before: $0 - 1) } ?? colon
  }

  /// Whether a separator and `2,`, such as `:2,` or `;2,`, end at an index.
  private static func isInfo(_ bytes: UnsafeRawBufferPointer, endingAt comma: Int) -> Bool {
    bytes[comma] == UInt8(ascii: ",") && comma >= 2 && bytes[comma - 1] == UInt8(ascii: "2")
      && lengthOfSeparator(bytes, before: comma - 1) > 0
  }

  /// The length of a separator in bytes. Windows and macOS do not allow colons, and use private
  /// characters instead: U+F03A and U+F022.
  private static func lengthOfSeparator(_ bytes: UnsafeRawBufferPointer, before end: Int) -> Int {
    if isSeparator(bytes[end - 1]) { return 1 }
    let isPrivate =
      end >= 3 && bytes[end - 3] == 0xEF && bytes[end - 2] == 0x80
      && (bytes[end - 1] == 0xBA || bytes[end - 1] == 0xA2)
    return isPrivate ? 3 : 0
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isOfFlags(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "2") || byte == UInt8(ascii: ",")
      || isSeparator(byte) || byte >= 0x80
  }
}

struct MaildirEntry: Sendable {
  /// Identifies the message for as long as it exists.
  let key: MessageKey
  let flags: MessageFlags
  /// The complete file name, for opening.
  let name: [CChar]
  /// Whether the file is in new/: no mail program has seen it yet.
  let isNew: Bool

  /// The name as text.
  var fileName: String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  init(_ name: MaildirName, isNew: Bool) {
    key = MessageKey(bytes: Array(name.key))
    flags = name.flags
    self.name = name.bytes.map { CChar(bitPattern: $0) } + [0]
    self.isNew = isNew
  }

  /// - Parameter name: the file name as a C string.
  /// - Returns: nil for names that begin with a dot, which are no messages.
  init?(_ name: UnsafePointer<CChar>, isNew: Bool) {
    guard let name = MaildirName(name) else { return nil }
    self.init(name, isNew: isNew)
  }
}

/// The names of a Maildir's files, in the order of the messages' keys.
///
/// Names begin with the time of delivery, so the oldest messages come first.
struct MaildirNames: Sendable {
  /// The names. The value of each tells whether its file is in new/.
  private var table = KeyTable<Bool>()

  /// - Parameter list: passes on the names. If a message is passed on twice, its last name counts.
  init<Failure: Error>(
    _ list: (_ add: (MaildirName, _ isNew: Bool) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    try list { name, isNew in table.append(name.bytes, keyLength: name.keyLength, isNew) }
    table.sort()
  }

  var count: Int { table.count }

  /// The names with the same key as a later one, and that one.
  var doubles: [(name: MaildirEntry, counted: MaildirEntry)] {
    var doubles: [(MaildirEntry, MaildirEntry)] = []
    table.forEachDouble { position, record, length, isNew in
      doubles.append(
        (MaildirEntry(MaildirName(record, keyLength: length), isNew: isNew), self[position])
      )
    }
    return doubles
  }

  subscript(position: Int) -> MaildirEntry {
    withName(at: position) { MaildirEntry($0, isNew: table.value(at: position)) }
  }

  /// Calls `body` with a name, without copying it.
  func withName<Result>(
    at position: Int,
    _ body: (MaildirName) throws -> Result
  ) rethrows -> Result {
    try table.withRecord(at: position) { try body(MaildirName($0, keyLength: $1)) }
  }
}
