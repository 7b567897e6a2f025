import Glibc

extension ServerSession {
  private enum Item {
    case uid, flags, internalDate, size, structure, modSeq
    /// The section's name in the response, and its bytes in a message; nil is sent as NIL.
    case section(String, @Sendable (ServerMail.Message) -> ArraySlice<UInt8>?)
  }

  /// - Returns: the refusal of the command, or nil.
  mutating func fetch(
    _ scanner: inout CommandScanner,
    _ mail: ServerMail,
    isByUID: Bool
  ) throws -> String? {
    guard let opened else { throw ProtocolViolation(description: "no folder is open") }
    try scanner.expect(" ")
    let highest = isByUID ? opened.told.last ?? 0 : UInt32(opened.told.count)
    let set = try scanner.set(highest: highest)
    let isMissing = !isByUID && set.contains { $0.upperBound > highest }
    if isMissing, set.contains(where: { $0.upperBound > (opened.countBeforeIdle ?? 0) }) {
      throw ProtocolViolation(description: "a place that is not there, of \(highest)")
    }
    try scanner.expect(" (")
    var items: [Item] = []
    repeat { items.append(try item(&scanner)) } while scanner.take(" ")
    try scanner.expect(")")
    var since: UInt64?
    if scanner.take(" (CHANGEDSINCE ") {
      guard traits.has("CONDSTORE") || traits.has("QRESYNC") else {
        throw ProtocolViolation(description: "no CONDSTORE")
      }
      // Required by RFC 7162, section 3.1.2.2.
      guard traits.countsChanges else { return "BAD [NOMODSEQ] changes are not counted" }
      since = try scanner.number64()
      try scanner.expect(")")
      countsChanges = true
      items.append(.modSeq)
    }
    try scanner.end()
    if isMissing { return "BAD a place that is not there" }
    guard let folder = folder(mail) else { return "NO [SERVERBUG] the folder is gone" }
    let asked = opened.told.enumerated().filter { place, uid in
      set.holds(isByUID ? uid : UInt32(place + 1))
    }
    let messages = asked.compactMap { place, uid in folder.message(uid).map { (place, $0) } }
      .filter { since == nil || $0.1.modSeq > since ?? 0 }
    let readsBytes = items.contains { if case .section = $0 { true } else { false } }
    if readsBytes, messages.contains(where: \.1.isBroken) {
      return "NO [SERVERBUG] one of the messages cannot be read"
    }
    for (place, message) in messages where !(readsBytes && message.isWithheld) {
      write(message, at: place, items, isByUID: isByUID)
    }
    return nil
  }

  private mutating func write(
    _ message: ServerMail.Message,
    at place: Int,
    _ items: [Item],
    isByUID: Bool
  ) {
    output += "* \(place + 1) FETCH ("
    var hasUID = false
    for (index, item) in items.enumerated() {
      if index > 0 { output += " " }
      switch item {
      case .uid:
        hasUID = true
        output += "UID \(message.uid)"
      case .flags:
        opened?.modSeqs[message.uid] = message.modSeq
        output += flags(message)
      case .internalDate:
        let date = ServerDate.internalDate(message.internalDate, zone: traits.zone)
        output += "INTERNALDATE \"\(date)\""
      case .size: output += "RFC822.SIZE \(message.header.count + message.text.count)"
      case .modSeq: output += "MODSEQ (\(message.modSeq))"
      case .structure where message.structure != nil:
        output += "BODYSTRUCTURE \(message.structure ?? "")"
      case .structure:
        output += "BODYSTRUCTURE (\"text\" \"plain\" (\"charset\" \"utf-8\") NIL NIL \"8bit\" "
        output += "\(message.text.count) \(message.text.count { $0 == 10 }) NIL NIL NIL NIL)"
      case .section(let name, let bytes):
        guard let bytes = bytes(message) else {
          output += "BODY[\(name) NIL"
          continue
        }
        output += "BODY[\(name) {\(bytes.count)}\r\n"
        write(bytes)
      }
    }
    if isByUID, !hasUID { output += " UID \(message.uid)" }
    output += ")\r\n"
  }

  private func item(_ scanner: inout CommandScanner) throws -> Item {
    if scanner.take("BODY.PEEK[") { return try section(&scanner) }
    switch try scanner.atom().uppercased() {
    case "UID": return .uid
    case "FLAGS": return .flags
    case "INTERNALDATE": return .internalDate
    case "RFC822.SIZE": return .size
    case "BODYSTRUCTURE": return .structure
    case "MODSEQ" where traits.has("CONDSTORE") || traits.has("QRESYNC"): return .modSeq
    case let name:
      throw ProtocolViolation(description: "\(name) is no item for clients that only read")
    }
  }

  private func section(_ scanner: inout CommandScanner) throws -> Item {
    var name = "]"
    let read: @Sendable (ServerMail.Message) -> [UInt8]?
    if scanner.take("HEADER.FIELDS ") {
      let fields = try scanner.list()
      name = "HEADER.FIELDS (\(fields.joined(separator: " ")))]"
      let wanted = Set(fields.map { $0.lowercased() })
      read = { message in Self.fields(wanted, of: message.header) }
    } else if scanner.take("TEXT") {
      name = "TEXT]"
      read = { $0.text }
    } else if scanner.take("HEADER") {
      name = "HEADER]"
      read = { $0.header }
    } else if let part = scanner.part() {
      name = "\(part)]"
      read = { $0.parts[part].map { Array($0.utf8) } }
    } else {
      read = { $0.header + $0.text }
    }
    try scanner.expect("]")
    guard scanner.take("<") else { return .section(name) { read($0)?[...] } }
    let (offset, _) = (try scanner.number(), try scanner.expect("."))
    let length = try scanner.number()
    guard length > 0 else { throw scanner.violation("a length") }
    try scanner.expect(">")
    return .section("\(name)<\(offset)>") { read($0)?.dropFirst(Int(offset)).prefix(Int(length)) }
  }

  /// Fields of a header, with the empty line after it (RFC 9051, section 6.4.5).
  private static func fields(_ wanted: Set<String>, of header: [UInt8]) -> [UInt8] {
    var (kept, isWanted) = ([UInt8](), false)
    for line in header.split(separator: 10, omittingEmptySubsequences: true) where line != [13] {
      if line.first != 32, line.first != 9 {
        let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        isWanted = wanted.contains(name.lowercased())
      }
      if isWanted { kept += line + [10] }
    }
    return kept + [13, 10]
  }

  mutating func search(
    _ scanner: inout CommandScanner,
    _ tag: String,
    _ mail: ServerMail,
    isByUID: Bool
  ) throws {
    guard let opened else { throw ProtocolViolation(description: "no folder is open") }
    var returns: [String]?
    if scanner.take(" RETURN ") {
      guard traits.has("ESEARCH") else { throw ProtocolViolation(description: "no ESEARCH") }
      returns = try scanner.list()
    }
    var keys: [SearchKey] = []
    repeat {
      try scanner.expect(" ")
      keys.append(try searchKey(&scanner, highest: opened.told.last ?? 0))
    } while !scanner.isAtEnd
    let folder = folder(mail)
    let found = opened.told.enumerated().filter { _, uid in
      folder?.message(uid).map { message in keys.allSatisfy { $0(message) } } ?? false
    }.map { place, uid in isByUID ? uid : UInt32(place + 1) }
    guard let returns else {
      output += "* SEARCH\(found.map { " \($0)" }.joined())\r\n"
      return
    }
    output += "* ESEARCH (TAG \"\(tag)\")\(isByUID ? " UID" : "")"
    if returns.contains("MIN"), let lowest = found.min() { output += " MIN \(lowest)" }
    if returns.contains("COUNT") { output += " COUNT \(found.count)" }
    if returns.contains("ALL"), !found.isEmpty { output += " ALL \(setText(found))" }
    output += "\r\n"
  }

  private typealias SearchKey = @Sendable (ServerMail.Message) -> Bool

  private func searchKey(_ scanner: inout CommandScanner, highest: UInt32) throws -> SearchKey {
    let zone = traits.zone
    if scanner.take("UID ") {
      let set = try scanner.set(highest: highest)
      return { set.holds($0.uid) }
    } else if scanner.take("TEXT ") {
      let text = try scanner.string().lowercased()
      return { String(decoding: $0.header + $0.text, as: UTF8.self).lowercased().contains(text) }
    } else if scanner.take("OR ") {
      let one = try searchKey(&scanner, highest: highest)
      try scanner.expect(" ")
      let other = try searchKey(&scanner, highest: highest)
      return { one($0) || other($0) }
    } else if scanner.take("SINCE ") {
      let day = try day(&scanner)
      return { ServerDate.day($0.internalDate, zone: zone) >= day }
    } else if scanner.take("SENTSINCE ") {
      let day = try day(&scanner)
      return { $0.writtenDay.map { $0 >= day } ?? false }
    } else if scanner.take("SENTBEFORE ") {
      let day = try day(&scanner)
      return { $0.writtenDay.map { $0 < day } ?? false }
    } else if scanner.take("BEFORE ") {
      let day = try day(&scanner)
      return { ServerDate.day($0.internalDate, zone: zone) < day }
    }
    try scanner.expect("ALL")
    return { _ in true }
  }

  private func day(_ scanner: inout CommandScanner) throws -> Int64 {
    let text = scanner.take("\"") ? try scanner.string() : try scanner.atom()
    guard let day = ServerDate.day(text) else {
      throw ProtocolViolation(description: "the day \(text)")
    }
    return day
  }
}

/// Dates in the formats of servers and messages.
public enum ServerDate {
  /// The format of INTERNALDATE.
  static func internalDate(_ seconds: Int64, zone: Int64) -> String {
    text(seconds, "%d-%b-%Y %H:%M:%S", zone)
  }

  /// The format of the header field Date.
  public static func header(_ seconds: Int64) -> String {
    text(seconds, "%a, %d %b %Y %H:%M:%S", 0)
  }

  /// The day in the server's zone, in days since 1970.
  static func day(_ seconds: Int64, zone: Int64) -> Int64 {
    let local = seconds + zone * 60
    return local >= 0 ? local / 86_400 : (local + 1) / 86_400 - 1
  }

  /// Reads a day such as `17-Jul-1996`.
  static func day(_ text: String) -> Int64? {
    let words = text.split(separator: "-")
    let names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
    guard words.count == 3, let day = Int32(words[0]), let year = Int32(words[2]),
      let month = names.firstIndex(of: words[1]), words[2].count == 4
    else { return nil }
    var parts = tm()
    (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
    return Int64(timegm(&parts)) / 86_400
  }

  private static func text(_ seconds: Int64, _ format: String, _ zone: Int64) -> String {
    var time = time_t(seconds + zone * 60)
    var parts = tm()
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let length = strftime(&buffer, buffer.count, format, &parts)
    let digits = "\(10_000 + abs(zone) / 60 * 100 + abs(zone) % 60)".dropFirst()
    let date = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(date) \(zone < 0 ? "-" : "+")\(digits)"
  }
}
