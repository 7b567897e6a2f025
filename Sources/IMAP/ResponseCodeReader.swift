extension Tokens {
  /// Reads these tokens as a code without its brackets.
  mutating func responseCode() -> ResponseCode {
    skipSpaces()
    let name = word()
    return argumentCode(name) ?? plainCode(name) ?? .other(self.name(name))
  }

  /// Reads a code that has an argument; nil for another code, and for an invalid argument.
  private mutating func argumentCode(_ name: Range<Int>) -> ResponseCode? {
    if matches(name, "CAPABILITY") { return .capability(Capabilities(words())) }
    if matches(name, "UIDVALIDITY") { return count().map { .uidValidity($0) } }
    if matches(name, "UIDNEXT") { return identifier().map { .uidNext($0) } }
    if matches(name, "HIGHESTMODSEQ") { return modSeq().map { .highestModSeq($0) } }
    if matches(name, "MESSAGELIMIT") {
      return identifier().map { .messageLimit($0, downTo: identifier()) }
    }
    if matches(name, "PERMANENTFLAGS") {
      return list().map { .permanentFlags(Set($0.map { $0.lowercased() })) }
    }
    if matches(name, "REFERRAL") {
      skipSpaces()
      return .referral(text(rest))
    }
    return nil
  }

  private func plainCode(_ name: Range<Int>) -> ResponseCode? {
    ResponseCode.plain.first { matches(name, $0.name) }?.code
  }

  /// Reads all strings up to the end of the tokens.
  mutating func words() -> [String] {
    var words: [String] = []
    while peekToken() != nil {
      if let word = text() { words.append(word) } else { skipListOrParenthesis() }
    }
    return words
  }

  /// Skips a list, or an unmatched closing parenthesis.
  mutating func skipListOrParenthesis() {
    if peekToken() == UInt8(ascii: ")") { skip() } else { skipValue() }
  }
}

extension ResponseCode {
  /// The codes without an argument.
  package static let plain: [(name: StaticString, code: ResponseCode)] = [
    ("NOMODSEQ", .noModSeq),
    ("CLOSED", .closed),
    ("ALERT", .alert),
    ("AUTHENTICATIONFAILED", .authenticationFailed),
    ("AUTHORIZATIONFAILED", .authorizationFailed),
    ("EXPIRED", .expired),
    ("UNAVAILABLE", .unavailable),
    ("LIMIT", .limit),
    ("OVERQUOTA", .overQuota),
    ("SERVERBUG", .serverBug),
    ("NONEXISTENT", .nonExistent),
    ("PRIVACYREQUIRED", .privacyRequired),
    ("READ-ONLY", .readOnly),
  ]
}
