struct ResponseReader {
  let limits: ResponseLimits

  func read(_ line: Tokens) throws(ResponseError) -> Response {
    var tokens = line
    switch tokens.peek {
    case UInt8(ascii: "+"):
      tokens.skip()
      _ = tokens.consume(.space)
      return .continuation(tokens.text(tokens.rest))
    case UInt8(ascii: "*"):
      tokens.skip()
      return untagged(&tokens)
    // A status without its `* OK`, which some servers omit.
    case UInt8(ascii: "["):
      return .status(status(.ok, &tokens))
    default:
      return try tagged(&tokens)
    }
  }

  private func tagged(_ tokens: inout Tokens) throws(ResponseError) -> Response {
    let tag = tokens.word()
    guard !tag.isEmpty, let kind = Self.statusKind(&tokens) else { throw .malformed }
    return .tagged(tag: tokens.text(tag), status(kind, &tokens))
  }

  private func untagged(_ tokens: inout Tokens) -> Response {
    if tokens.peekToken() == UInt8(ascii: "[") { return .status(status(.ok, &tokens)) }
    if tokens.isAtNumber() { return numbered(&tokens) }
    if let kind = Self.statusKind(&tokens) { return .status(status(kind, &tokens)) }
    let name = tokens.word()
    if let response = named(name, &tokens) { return response }
    return .other(tokens.name(name))
  }

  /// Reads a response by its name; nil for an unknown or incomplete one.
  private func named(_ name: Range<Int>, _ tokens: inout Tokens) -> Response? {
    if tokens.matches(name, "ESEARCH") { return .extendedSearch(tokens.extendedSearch()) }
    if tokens.matches(name, "SEARCH") { return tokens.search() }
    if tokens.matches(name, "LIST") { return tokens.listedMailbox().map { .list($0) } }
    if tokens.matches(name, "STATUS") { return tokens.mailboxStatus().map { .mailboxStatus($0) } }
    if tokens.matches(name, "VANISHED") { return tokens.vanished() }
    if tokens.matches(name, "CAPABILITY") { return .capability(Capabilities(tokens.words())) }
    if tokens.matches(name, "ID") { return .id(tokens.identification()) }
    return nil
  }

  /// Reads responses that begin with a number: `* 12 EXISTS`.
  private func numbered(_ tokens: inout Tokens) -> Response {
    let number = tokens.count()
    tokens.skipSpaces()
    let name = tokens.word()
    if let number {
      if tokens.matches(name, "EXISTS") { return .exists(number) }
      if number > 0 {
        if tokens.matches(name, "EXPUNGE") { return .expunge(number) }
        if tokens.matches(name, "FETCH") {
          var reader = FetchReader(tokens, limits: limits)
          return .fetch(reader.read(sequenceNumber: number))
        }
      }
    }
    return .other(tokens.name(name))
  }
}

// MARK: Status

extension ResponseReader {
  /// Whether the tokens after the asterisk are a status, which ends in free text.
  static func isStatus(_ tokens: Tokens) -> Bool {
    var tokens = tokens
    return tokens.peekToken() == UInt8(ascii: "[") || statusKind(&tokens) != nil
  }

  /// Reads `OK` and the like; nil at any other word, which is not consumed.
  private static func statusKind(_ tokens: inout Tokens) -> Status.Kind? {
    var ahead = tokens
    ahead.skipSpaces()
    let word = ahead.word(endingAt: UInt8(ascii: "["))
    guard let kind = statusKind(ahead, word) else { return nil }
    tokens = ahead
    return kind
  }

  private static func statusKind(_ tokens: Tokens, _ word: Range<Int>) -> Status.Kind? {
    if tokens.matches(word, "OK") { return .ok }
    if tokens.matches(word, "NO") { return .no }
    if tokens.matches(word, "BAD") { return .bad }
    if tokens.matches(word, "BYE") { return .bye }
    if tokens.matches(word, "PREAUTH") { return .preauth }
    return nil
  }

  /// Reads the rest of a status: a code, a text, both or nothing.
  private func status(_ kind: Status.Kind, _ tokens: inout Tokens) -> Status {
    var code: ResponseCode?
    if tokens.peekToken() == UInt8(ascii: "[") {
      tokens.skip()
      let end = endOfCode(tokens)
      var inside = Tokens(tokens.bytes, in: tokens.index..<end)
      code = inside.responseCode()
      tokens.skip(to: end)
      tokens.skip()
      tokens.skipSpaces()
    }
    return Status(kind, code: code, text: tokens.text(tokens.rest))
  }

  /// The index of the bracket that ends a code. Brackets in a list of flags do not end it. If the
  /// bracket is missing, everything belongs to the code.
  private func endOfCode(_ tokens: Tokens) -> Int {
    var depth = 0
    var first: Int?
    for index in tokens.rest {
      switch tokens.bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "]"):
        if depth <= 0 { return index }
        first = first ?? index
      default: break
      }
    }
    return first ?? tokens.rest.upperBound
  }
}

extension Tokens {
  /// Reads the tokens after `SEARCH`.
  mutating func search() -> Response {
    var numbers: [UInt32] = []
    while peekToken() != nil {
      if isAtNumber() {
        if let number = identifier() { numbers.append(number) }
      } else {
        skipListOrParenthesis()
      }
    }
    return .search(numbers)
  }

  /// Reads the tokens after `ESEARCH`.
  mutating func extendedSearch() -> ExtendedSearch {
    var search = ExtendedSearch()
    if let correlator = list(), correlator.count == 2, correlator[0].uppercased() == "TAG" {
      search.tag = correlator[1]
    }
    while peekToken() != nil {
      let name = word()
      if name.isEmpty {
        skipListOrParenthesis()
      } else if matches(name, "ALL") {
        search.all = numberSet()
      } else if matches(name, "MIN") {
        search.min = identifier()
      } else if !matches(name, "UID") {
        // UID alone has no value.
        skipValue()
      }
    }
    return search
  }

  /// Reads the tokens after `VANISHED`.
  mutating func vanished() -> Response? {
    let options = list() ?? []
    guard let numbers = numberSet() else { return nil }
    return .vanished(numbers, isEarlier: options.contains { $0.uppercased() == "EARLIER" })
  }

  /// Reads the tokens after `ID`.
  mutating func identification() -> [String: String] {
    guard peekToken() == UInt8(ascii: "(") else { return [:] }
    skip()
    var fields: [String: String] = [:]
    while let byte = peekToken(), byte != UInt8(ascii: ")") {
      guard let key = text() else {
        skipValue()
        continue
      }
      if let value = text() { fields[key.lowercased()] = value }
    }
    return fields
  }
}
