import CGMime
import FoundationEssentials

/// A message's header, decoded for the list and the window. GMime parses addresses, dates and ids.
package struct Header {
  /// The limit of a subject in characters; more is of no use to a reader.
  static let subjectLimit = 300
  static let nameLimit = 80
  /// The limit of writers; a From field names one, but broken programs write whole lists there.
  static let senderLimit = 10
  /// The limit of references; more are an attack or a loop. The first and the last ones are kept:
  /// they name the start of the conversation and the parent message.
  static let referenceLimit = 1000

  private let fields: HeaderFields
  private let options: OpaquePointer?

  init(_ fields: HeaderFields, _ options: OpaquePointer?) {
    self.fields = fields
    self.options = options
  }

  /// The Message-ID without angle brackets.
  var messageID: String? { withIDs(in: .messageID) { MessageIDs.first(in: $0) } }

  /// Passes on a field of message ids, with encoded words decoded: some servers encode long ids.
  private func withIDs<Result>(
    in field: HeaderFields.Name,
    _ body: (Bytes) -> Result?
  ) -> Result? {
    fields.withValue(of: field) { raw in
      let text = Bytes(raw)
      guard text.holdsWordStart,
        let decoded = EncodedWords.decoded(text, for: .text, charset: { fields.charset })
      else { return body(text) }
      return decoded.withUnsafeBufferPointer(body)
    }
  }

  /// The ids of References, and those of In-Reply-To, which are the parent messages'.
  var references: [String] {
    let parents = withIDs(in: .inReplyTo) { MessageIDs.parents(in: $0) } ?? []
    let limit = Self.referenceLimit - parents.count
    var ids = withIDs(in: .references) { MessageIDs.all(in: $0, limit: limit) } ?? []
    for other in fields.others(.references) {
      ids +=
        Header(other, options).withIDs(in: .references) {
          MessageIDs.all(in: $0, limit: limit)
        } ?? []
    }
    ids += parents.filter { !ids.contains($0) }
    return ids.count <= Self.referenceLimit ? ids : Array(ids.suffix(Self.referenceLimit))
  }

  /// Returns seconds since 1970 from the Date header, or if that header is missing or implausible,
  /// from the topmost Received header. Nil if neither is plausible.
  ///
  /// A date before 1971 is implausible: network mail began then, and clocks without a battery start
  /// in 1970. A date may be up to a day ahead, since clocks run ahead; a later date is a broken
  /// header. If this machine's own clock is implausible, any date up to ``latestDate`` counts.
  func date(now: Int64) -> Int64? {
    let latest = now >= Self.thisProgram ? now + 86_400 : Self.latestDate
    func sane(_ text: UnsafePointer<CChar>) -> Int64? {
      HeaderDate.seconds(in: text).flatMap { (Self.beginning...latest).contains($0) ? $0 : nil }
    }
    return withDate { sane($0) }
      ?? fields.withValue(of: .received) { raw in
        strrchr(raw, Int32(UInt8(ascii: ";"))).flatMap { sane($0 + 1) }
      }
  }

  /// The date in the form of RFC 5322 with its own time zone; nil if it cannot be parsed.
  var writtenDate: String? { withDate { HeaderDate.standard($0) } }

  /// Passes on the date as written, which may be in another language.
  private func withDate<Result>(_ body: (UnsafePointer<CChar>) -> Result?) -> Result? {
    fields.withValue(of: .date) { raw in
      let decoded = EncodedWords.decoded(Bytes(raw), for: .text) { fields.charset }
      guard let decoded else { return body(raw) }
      return (decoded + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap(body) }
      }
    }
  }

  /// The beginning of 1971, in seconds since 1970.
  private static let beginning: Int64 = 31_536_000
  /// November 2023: a correct clock is later than this.
  private static let thisProgram: Int64 = 1_700_000_000
  /// The beginning of 2100, in seconds since 1970.
  package static let latestDate: Int64 = 4_102_444_800

  var subject: String {
    fields.withValue(of: .subject) { text(of: $0, limit: Self.subjectLimit) } ?? ""
  }

  /// The header of a message inside the message, as shown above its text: one field on each line.
  var lines: String {
    let fields = [
      ("From", writers.text), ("To", addresses(in: .to).text), ("Date", writtenDate ?? ""),
      ("Subject", subject),
    ]
    return fields.filter { !$0.1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "\n")
  }

  /// Returns a field's value, decoded and on one line.
  private func text(of raw: UnsafePointer<CChar>, limit: Int) -> String {
    let decoded = EncodedWords.decoded(Bytes(raw), for: .text) { fields.charset }
    return decoded.map { oneLine($0, limit: limit) } ?? oneLine(raw, limit: limit)
  }

  /// The writers that a row may name.
  var senders: ArraySlice<MailAddress> { writers.addresses.prefix(Self.senderLimit) }

  /// The names and addresses of the recipients, for searches.
  var recipients: [String] {
    [.to, .cc].flatMap { addresses(in: $0).addresses.flatMap { [$0.name, $0.address] } }
  }

  /// The writers: the addresses in From, or else in Sender, Reply-To or Return-Path, or else the
  /// text of From.
  var writers: AddressList {
    for field in [HeaderFields.Name.from, .sender, .replyTo, .returnPath] {
      let list = addresses(in: field)
      if !list.addresses.isEmpty { return list }
    }
    return fields.withValue(of: .from) { asWritten($0) } ?? AddressList()
  }

  /// Returns the addresses in all fields of a name; empty if there is none. A field with only words
  /// counts as a name without an address. A text in parentheses names a single nameless address.
  func addresses(in field: HeaderFields.Name) -> AddressList {
    var list = firstAddresses(in: field)
    for other in fields.others(field) { list.add(Header(other, options).firstAddresses(in: field)) }
    return list
  }

  private func firstAddresses(in field: HeaderFields.Name) -> AddressList {
    fields.withValue(of: field) { raw in
      let archived = ArchivedAddress.read(raw) { text(of: raw, limit: Self.subjectLimit) }
      if let archived { return AddressList(archived) }
      if let list = inWords(Bytes(raw)) { return list }
      var list = Self.isBare(raw) ? AddressList() : parsed(raw)
      if list.addresses.isEmpty, Bytes(raw).contains(where: \.isOfWord) { list = asWritten(raw) }
      if list.addresses.count == 1, list.addresses[0].name.isEmpty {
        list.addresses[0].name = comment(raw) ?? ""
      }
      list.isCut = list.isCut || fields.isCut(field)
      return list
    } ?? AddressList()
  }

  /// Returns the addresses, or the mere name, within encoded words, although the standard forbids
  /// addresses there. Nil for a field without such words, or with address syntax outside them.
  private func inWords(_ raw: Bytes) -> AddressList? {
    guard raw.holdsWordStart,
      let outside = EncodedWords.decoded(raw, for: .addresses, charset: { fields.charset }),
      !outside.contains(where: Self.syntax.contains),
      let text = EncodedWords.decoded(raw, for: .text, charset: { fields.charset })
    else { return nil }
    let words = String(decoding: text, as: UTF8.self)
    if let address = MailAddress(written: words) { return AddressList(address) }
    let list = text.withUnsafeBufferPointer { text in
      text.contains(UInt8(ascii: "<"))
        ? internet_address_list_parse(options, Self.tamed(text)) : nil
    }
    if let list {
      defer { g_object_unref(list) }
      let found = AddressList(list)
      let isWhole = found.addresses.allSatisfy { $0.address.contains("@") }
      if isWhole, !found.addresses.isEmpty { return found }
    }
    let named = MailAddress(raw: words, address: "")
    return named.name.isEmpty ? nil : AddressList(named)
  }

  /// The characters that separate addresses from names and from each other.
  private static let syntax = Set("@<:;,(".utf8)

  private func asWritten(_ raw: UnsafePointer<CChar>) -> AddressList {
    var list = AddressList()
    var text = text(of: raw, limit: Self.nameLimit)
    if text.last == ">", let start = text.firstIndex(of: "<") {
      if let address = MailAddress(written: text) { return AddressList(address) }
      let name = oneLine(text[..<start].filter { $0 != "\"" }, limit: Self.nameLimit)
      if !name.isEmpty { text = name }
    }
    if !text.isEmpty { list.addresses = [MailAddress(name: text, address: "")] }
    return list
  }

  /// Returns the text in parentheses before or after an address; nil if there is none.
  private func comment(_ raw: UnsafePointer<CChar>) -> String? {
    guard Bytes(raw).contains(UInt8(ascii: "(")) else { return nil }
    let text = text(of: raw, limit: Self.subjectLimit)
    guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end,
      text[end...].count == 1 || start == text.startIndex
    else { return nil }
    let name = oneLine(String(text[text.index(after: start)..<end]), limit: Self.nameLimit)
    return name.contains("@") || name.isEmpty ? nil : name
  }

  /// Whether there are two or more words without brackets, quotes or separators, such as a name and
  /// an address. GMime would use the first word as the address and drop the others.
  private static func isBare(_ raw: UnsafePointer<CChar>) -> Bool {
    var (words, isInWord) = (0, false)
    for byte in Bytes(raw) {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: ","), UInt8(ascii: ":"),
        UInt8(ascii: ";"), UInt8(ascii: "\""):
        return false
      default:
        if byte > 0x20, !isInWord { words += 1 }
        isInWord = byte > 0x20
      }
    }
    return words > 1
  }

  private func parsed(_ raw: UnsafePointer<CChar>) -> AddressList {
    let mended = ArchivedAddress.withoutOddCommas(Bytes(raw))
    if let mended { return mended.withUnsafeBufferPointer { self.parsed($0.baseAddress ?? raw) } }
    let text = Bytes(raw)
    let decoded = EncodedWords.decoded(text, for: .addresses) { fields.charset }
    let isOdd = text.contains(UInt8(ascii: ";")) || Self.hasColonInName(text)
    let parsed =
      if let decoded {
        decoded.withUnsafeBufferPointer { internet_address_list_parse(options, Self.tamed($0)) }
      } else if text.count > Self.plainLimit || isOdd {
        internet_address_list_parse(options, Self.tamed(text))
      } else {
        internet_address_list_parse(options, raw)
      }
    guard let list = parsed else { return AddressList() }
    defer { g_object_unref(list) }
    return AddressList(list)
  }

  /// Returns the value as a C string, with limited numbers of groups and addresses, and with commas
  /// for semicolons outside of groups, by which Outlook's users separate addresses.
  ///
  /// A colon begins a group of addresses, except in the name of the only address. Groups cannot be
  /// nested (RFC 5322, section 3.4), but GMime recurses into each, and a few thousand exceed its
  /// stack. Its time also grows with the square of the number of addresses (both seen in 3.2.13).
  private static func tamed(_ text: Bytes) -> [CChar] {
    var (colons, commas) = (0, 0)
    var (isQuoted, isEscaped, isInGroup, depth) = (false, false, false, 0)
    let isName = hasColonInName(text)
    var tame: [CChar] = []
    tame.reserveCapacity(text.count + 1)
    for byte in text {
      colons += byte == UInt8(ascii: ":") ? 1 : 0
      commas += byte == UInt8(ascii: ",") ? 1 : 0
      if commas > commaLimit { break }
      var byte = byte
      if byte == UInt8(ascii: ":"), colons > groupLimit { byte = 0x20 }
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ":") where isName && depth <= 0: tame.append(0x5C)
      case UInt8(ascii: ":") where depth <= 0: isInGroup = true
      case UInt8(ascii: ";") where depth <= 0:
        if !isInGroup { byte = UInt8(ascii: ",") }
        isInGroup = false
      default: break
      }
      tame.append(CChar(bitPattern: byte))
    }
    return tame + [0]
  }

  /// Whether a colon stands in the name of a single address, as in `Ticket 12: Harbour <a@b>`:
  /// there is no semicolon, which would end a group.
  private static func hasColonInName(_ text: Bytes) -> Bool {
    guard let colon = text.place(of: UInt8(ascii: ":"), from: 0),
      text.place(of: UInt8(ascii: ";"), from: 0) == nil,
      let start = text.place(of: UInt8(ascii: "<"), from: colon)
    else { return false }
    return text.trimmed.last == UInt8(ascii: ">")
      && text.place(of: UInt8(ascii: "<"), from: start + 1) == nil
  }

  static let groupLimit = 32
  /// The length in bytes up to which a field has too few groups and addresses to do harm.
  private static let plainLimit = 256
  /// The limit of commas: more than the limit of addresses, since names contain commas, too.
  private static let commaLimit = 128
}
