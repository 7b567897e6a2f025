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
