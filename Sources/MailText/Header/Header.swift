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
  var messageID: String? { decoded(.messageID).flatMap { MessageIDs.first(in: $0) } }

  /// A field's value with encoded words decoded; some servers encode long ids, too.
  private func decoded(_ field: HeaderFields.Name) -> [UInt8]? {
    fields.value(of: field).map { value in
      value.withUnsafeBufferPointer {
        EncodedWords.decoded($0, for: .text) { fields.charset } ?? value
      }
    }
  }

  /// The ids of References, and those of In-Reply-To, which are the parent messages'.
  var references: [String] {
    let parents = decoded(.inReplyTo).map { MessageIDs.parents(in: $0) } ?? []
    let limit = Self.referenceLimit - parents.count
    var ids: [String] = []
    for header in [self] + fields.others(.references).map(Header.init) {
      ids += header.decoded(.references).map { MessageIDs.all(in: $0, limit: limit) } ?? []
    }
    ids += parents.filter { !ids.contains($0) }
    return ids.count <= Self.referenceLimit ? ids : Array(ids.suffix(Self.referenceLimit))
  }

  /// Returns seconds since 1970 from the Date header, or from the topmost Received header; nil if
  /// neither is plausible. A date is not before 1971, as clocks without a battery start in 1970,
  /// and at most a day ahead, unless this machine's own clock is implausible.
  func date(now: Int64) -> Int64? {
    let latest = now >= Self.thisProgram ? now + 86_400 : Self.latestDate
    func sane(_ text: some Collection<UInt8>) -> Int64? {
      HeaderDate.seconds(in: String(decoding: text, as: UTF8.self)).flatMap {
        (Self.beginning...latest).contains($0) ? $0 : nil
      }
    }
    return decoded(.date).flatMap(sane)
      ?? fields.value(of: .received).flatMap { value in
        value.lastIndex(of: UInt8(ascii: ";")).flatMap { sane(value[($0 + 1)...]) }
      }
  }

  /// The date in the form of RFC 5322 with its own time zone; nil if it cannot be parsed.
  var writtenDate: String? {
    decoded(.date).flatMap { HeaderDate.standard(String(decoding: $0, as: UTF8.self)) }
  }

  /// The beginning of 1971, in seconds since 1970.
  private static let beginning: Int64 = 31_536_000
  /// November 2023: a correct clock is later than this.
  private static let thisProgram: Int64 = 1_700_000_000
  /// The beginning of 2100, in seconds since 1970.
  package static let latestDate: Int64 = 4_102_444_800

  var subject: String {
    decoded(.subject).map { oneLine($0, limit: Self.subjectLimit) } ?? ""
  }

  /// The header of a message inside the message, as shown above its text: one field on each line.
  var lines: String {
    let fields = [
      ("From", writers.text), ("To", addresses(in: .to).text), ("Date", writtenDate ?? ""),
      ("Subject", subject),
    ]
    return fields.filter { !$0.1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "\n")
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
    let text = decoded(.from).map { oneLine($0, limit: Self.nameLimit) } ?? ""
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
    fields.value(of: field)?.withUnsafeBufferPointer { text in
      let archived = ArchivedAddress.read(text) {
        oneLine(decoded(field) ?? [], limit: Self.subjectLimit)
      }
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
    let list = text.withUnsafeBufferPointer { text in
      let words = text.trimmed
      let isQuoted = words.count > 1 && words.first == 0x22 && words.last == 0x22
      return AddressReader(isQuoted ? Bytes(rebasing: words.dropFirst().dropLast()) : words).list
    }
    if list.areAddresses { return list }
    let named = MailAddress(raw: String(decoding: text, as: UTF8.self), address: "")
    return named.name.isEmpty ? nil : AddressList(named)
  }

  /// The characters that separate addresses from names and from each other.
  private static let syntax = Set("@<:;,(".utf8)
}
