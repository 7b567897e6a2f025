/// The addresses in a header field.
public struct AddressList: Sendable, Hashable, Encodable {
  /// The addresses, in the field's order.
  public var addresses: [MailAddress] = []
  /// Whether the field has more addresses than are in ``addresses``.
  public var isCut = false

  init() {}

  init(_ address: MailAddress) { addresses = [address] }

  /// Adds the addresses of another list, up to ``limit``.
  mutating func add(_ other: AddressList) {
    isCut = isCut || other.isCut || addresses.count + other.addresses.count > Self.limit
    addresses += other.addresses.prefix(Self.limit - addresses.count)
  }

  /// Adds an address, unless it has neither letters nor digits.
  mutating func add(_ address: MailAddress) {
    // Some programs write an address twice, the second time without the name.
    let isAgain = address.name.isEmpty && address.address == addresses.last?.address
    guard address.holdsWord, !isAgain else { return }
    if addresses.count < Self.limit { addresses.append(address) } else { isCut = true }
  }

  /// Whether there are addresses, and not just names.
  var areAddresses: Bool { !addresses.isEmpty && addresses.allSatisfy { $0.address.contains("@") } }

  private static let limit = 100

  /// Each address as ``MailAddress/fullName``, separated by commas; if cut, with a final ellipsis.
  public var text: String {
    addresses.map(\.fullName).joined(separator: ", ") + (isCut ? ", …" : "")
  }
}

/// A mail address with its display name.
public struct MailAddress: Sendable, Hashable, Encodable {
  /// The decoded name, on one line. May be empty.
  public var name: String
  /// The address. May be empty, if the field names a group or is malformed.
  public var address: String
  /// Whether the name could be mistaken for another address, or changes the writing direction.
  private var isNameDoubtful = false

  /// The limit of an address in characters (RFC 5321, section 4.5.3.1).
  static let limit = 320

  private enum CodingKeys: CodingKey { case name, address }

  init(name: String, address: String) {
    self.name = name
    self.address = address
  }

  /// - Parameter raw: the decoded name from the header.
  init(raw: String, address: String) {
    var written = oneLine(raw.utf8, limit: Header.nameLimit)
    // Some programs leave the commas of parts that they have not filled in, and put quotes around.
    while let last = written.unicodeScalars.last, " ,;，、،".unicodeScalars.contains(last) {
      written.unicodeScalars.removeLast()
    }
    while let quote = written.utf8.first, "'\"".utf8.contains(quote), written.utf8.count > 2,
      written.utf8.last == quote
    {
      written = String(written.dropFirst().dropLast())
    }
    let name = Self.withoutAddress(written, address)
    let isQuoted = address.utf8.first == 0x22 && address.utf8.last == 0x22
    self.address = isQuoted ? String(address.dropFirst().dropLast()) : address
    isNameDoubtful = name == written ? Self.isDoubtful(raw) : name.contains("@")
    let isLost = isNameDoubtful && Self.isSame(name, address) || !Self.isVisible(name)
    self.name = isLost ? "" : name
  }

  /// Returns the name without the address in brackets that some programs append to it.
  private static func withoutAddress(_ name: String, _ address: String) -> String {
    guard !address.isEmpty, name.utf8.contains(UInt8(ascii: "@")) else { return name }
    for (open, close) in [("<", ">"), ("(", ")"), ("[", "]")] {
      let ending = " \(open)\(address)\(close)"
      if name.count > ending.count, name.lowercased().hasSuffix(ending.lowercased()) {
        return String(name.dropLast(ending.count))
      }
    }
    return name
  }

  /// Whether the name has an `@` of any width, or a control character for the writing direction.
  private static func isDoubtful(_ name: String) -> Bool {
    name.unicodeScalars.contains {
      "@\u{FF20}\u{FE6B}".unicodeScalars.contains($0)
        || !$0.isASCII && $0.properties.isBidiControl
    }
  }

  /// Whether the name is just the address, possibly in quotes or angle brackets.
  private static func isSame(_ name: String, _ address: String) -> Bool {
    let plain = name.trimmingPrefix { "'\"<".contains($0) }.lowercased()
    let address = address.lowercased()
    return plain.hasPrefix(address)
      && plain.dropFirst(address.count).allSatisfy { "'\">".contains($0) }
  }

  private static func isVisible(_ name: String) -> Bool {
    if name.utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return true }
    return name.unicodeScalars.contains {
      !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
    }
  }

  /// Whether the name or the address contains letters or digits, not just syntax.
  fileprivate var holdsWord: Bool {
    name.utf8.contains(where: \.isOfWord) || address.utf8.contains(where: \.isOfWord)
  }

  /// The name to show for the person, or the address if there is no name. A name that could be
  /// mistaken for another address is shortened, and followed by the real address.
  public var shortName: String {
    if name.isEmpty || address.isEmpty { return name + address }
    return isNameDoubtful ? "\(beginning) <\(address)>" : name
  }

  /// The name, and the address in angle brackets; if one of the two is empty, only the other.
  public var fullName: String {
    name.isEmpty || address.isEmpty ? name + address : "\(name) <\(address)>"
  }

  /// The beginning of the name, short enough that the address stays visible beside it.
  private var beginning: String {
    guard name.count > Self.beginningLimit else { return name }
    let beginning = name.prefix(Self.beginningLimit)
    return beginning.prefix(upTo: beginning.lastIndex(of: " ") ?? beginning.endIndex) + " …"
  }
  private static let beginningLimit = 32
}
