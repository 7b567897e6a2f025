import Glibc

/// A message's header, decoded for the list and the window.
package struct Header {
  /// The limit of a subject in characters; more is of no use to a reader.
  static let subjectLimit = 300
  static let nameLimit = 80
  /// The limit of writers and of recipients that a row names. A From field names one writer, but
  /// broken programs write whole lists there.
  static let senderLimit = 10
  /// The limit of references; more are an attack or a loop. The first and the last ones are kept.
  static let referenceLimit = 1000

  private let fields: HeaderFields

  init(_ fields: HeaderFields) { self.fields = fields }

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
      ids += Header(other).withIDs(in: .references) { MessageIDs.all(in: $0, limit: limit) } ?? []
    }
    ids += parents.filter { !ids.contains($0) }
    return ids.count <= Self.referenceLimit ? ids : Array(ids.suffix(Self.referenceLimit))
  }

  /// Returns seconds since 1970 from the Date header, or from the topmost Received header; nil if
  /// neither is plausible. A date is not before 1971, as clocks without a battery start in 1970,
  /// and at most a day ahead, unless this machine's own clock is implausible.
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

  /// The recipients in To, and those in Cc.
  var recipients: [[MailAddress]] { [.to, .cc].map { addresses(in: $0).addresses } }

  /// The writers: the addresses in From, or else in Sender, Reply-To or Return-Path, or else the
  /// text of From.
  var writers: AddressList {
    for field in [HeaderFields.Name.from, .sender, .replyTo, .returnPath] {
      let list = addresses(in: field)
      if !list.addresses.isEmpty { return list }
    }
    let text = fields.withValue(of: .from) { self.text(of: $0, limit: Self.nameLimit) } ?? ""
    return text.isEmpty ? AddressList() : AddressList(MailAddress(name: text, address: ""))
  }

  /// Returns the addresses in all fields of a name; empty if there is none. A field with only words
  /// counts as a name without an address.
  func addresses(in field: HeaderFields.Name) -> AddressList {
    var list = firstAddresses(in: field)
    for other in fields.others(field) { list.add(Header(other).firstAddresses(in: field)) }
    return list
  }

  private func firstAddresses(in field: HeaderFields.Name) -> AddressList {
    fields.withValue(of: field) { raw in
      let text = Bytes(raw)
      let archived = ArchivedAddress.read(text) { self.text(of: raw, limit: Self.subjectLimit) }
      if let list = archived ?? inWords(text) { return list }
      let words = EncodedWords.decoded(text, for: .addresses) { fields.charset }
      var list = (words ?? Array(text)).withUnsafeBufferPointer { AddressReader($0).list }
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
    let list = text.withUnsafeBufferPointer { AddressReader($0).list }
    if text.contains(UInt8(ascii: "<")), list.areAddresses { return list }
    let named = MailAddress(raw: words, address: "")
    return named.name.isEmpty ? nil : AddressList(named)
  }

  /// The characters that separate addresses from names and from each other.
  private static let syntax = Set("@<:;,(".utf8)
}
