import Foundation

/// Text of the table with its escapes, which `README.md` lists.
enum TableText {
  static func bytes(of text: [UInt8]) throws -> [UInt8] {
    var rest = text[...]
    return try read(&rest, upToBrace: false)
  }

  private static func read(_ rest: inout ArraySlice<UInt8>, upToBrace: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): bytes += try escape(&rest)
      case UInt8(ascii: "}") where upToBrace: return bytes
      default: bytes.append(byte)
      }
    }
    guard !upToBrace else { throw TableProblem("a brace that is not closed") }
    return bytes
  }

  /// Reads what follows a backslash.
  private static func escape(_ rest: inout ArraySlice<UInt8>) throws -> [UInt8] {
    for (name, make) in groups where rest.starts(with: name.utf8) {
      rest = rest.dropFirst(name.utf8.count)
      return try make(&rest)
    }
    switch rest.popFirst() {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "s"): return [0x20]
    case UInt8(ascii: "\\"): return [UInt8(ascii: "\\")]
    case UInt8(ascii: "}"): return [UInt8(ascii: "}")]
    case 10: return []
    case UInt8(ascii: "x"):
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      rest = rest.dropFirst(2)
      guard let byte = UInt8(digits, radix: 16) else { throw TableProblem("\\x\(digits)") }
      return [byte]
    case let other:
      throw TableProblem("an unknown escape: \(other.map { "\\\(UnicodeScalar($0))" } ?? "\\")")
    }
  }

  private typealias Group = @Sendable (inout ArraySlice<UInt8>) throws -> [UInt8]

  private static let groups: [(String, Group)] = [
    (
      "repeat{",
      { rest in
        let count = word(&rest)
        let text = try read(&rest, upToBrace: true)
        guard let count = Int(count) else { throw TableProblem("\\repeat{\(count)") }
        return Array(repeatElement(text, count: count).joined())
      }
    ),
    (
      "base64{",
      { rest in
        let data = Data(try read(&rest, upToBrace: true))
        let options: Data.Base64EncodingOptions = [.lineLength76Characters, .endLineWithLineFeed]
        return Array(data.base64EncodedData(options: options))
      }
    ),
    (
      "in{",
      { rest in
        let charset = word(&rest)
        return try encode(try read(&rest, upToBrace: true), in: charset)
      }
    ),
    (
      "u{",
      { rest in
        let digits = String(decoding: try read(&rest, upToBrace: true), as: UTF8.self)
        guard let scalar = UInt32(digits, radix: 16).flatMap(UnicodeScalar.init) else {
          throw TableProblem("\\u{\(digits)}")
        }
        return Array(String(scalar).utf8)
      }
    ),
  ]

  /// Takes a word and the space behind it.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
    let word = rest.prefix { $0 != 0x20 }
    rest = rest.dropFirst(word.count + 1)
    return String(decoding: word, as: UTF8.self)
  }

  private static func encode(_ text: [UInt8], in charset: String) throws -> [UInt8] {
    guard let converter = iconv_open(charset, "UTF-8"), Int(bitPattern: converter) != -1 else {
      throw TableProblem("an unknown charset: \(charset)")
    }
    defer { iconv_close(converter) }
    var source = text.map { CChar(bitPattern: $0) }
    var target = [CChar](repeating: 0, count: source.count * 8 + 16)
    let count = source.withUnsafeMutableBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target -> Int? in
        var (from, left) = (source.baseAddress, source.count)
        var (to, room) = (target.baseAddress, target.count)
        let whole = iconv(converter, &from, &left, &to, &room)
        // Some charsets end in the state in which they began.
        guard whole != -1, iconv(converter, nil, nil, &to, &room) != -1 else { return nil }
        return target.count - room
      }
    }
    guard let count else { throw TableProblem("what is not in \(charset)") }
    return target.prefix(count).map { UInt8(bitPattern: $0) }
  }
}
