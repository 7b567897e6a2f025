/// A SASL mechanism with its first response. The bytes are secret: descriptions do not show them.
public struct SASLResponse: Sendable, Hashable {
  /// The name in upper case, as in capabilities after `AUTH=`.
  public let mechanism: String
  /// The bytes before their encoding in base64.
  public let bytes: [UInt8]

  private init(_ mechanism: String, _ bytes: [UInt8]) {
    self.mechanism = mechanism
    self.bytes = bytes
  }

  /// The mechanism PLAIN (RFC 4616).
  public static func plain(user: String, password: String) throws(CommandError) -> SASLResponse {
    try SASLResponse("PLAIN", Array("\0\(checked(user))\0\(checked(password))".utf8))
  }

  /// Google's and Microsoft's mechanism XOAUTH2. After an error, the server waits for
  /// `Command.emptyResponse`.
  public static func xoauth2(user: String, token: String) throws(CommandError) -> SASLResponse {
    let text = try "user=\(checked(user))\u{1}auth=Bearer \(checked(token))\u{1}\u{1}"
    return SASLResponse("XOAUTH2", Array(text.utf8))
  }

  /// The mechanism OAUTHBEARER (RFC 7628). After an error, the server waits for
  /// `Command.emptyResponse`.
  public static func oauthBearer(
    user: String,
    host: String,
    port: UInt16,
    token: String
  ) throws(CommandError) -> SASLResponse {
    // `=` and `,` are special in a name (RFC 5801), so they are escaped.
    let name = try checked(user).replacing("=", with: "=3D").replacing(",", with: "=2C")
    let place = try "host=\(checked(host))\u{1}port=\(port)"
    let text = try "n,a=\(name),\u{1}\(place)\u{1}auth=Bearer \(checked(token))\u{1}\u{1}"
    return SASLResponse("OAUTHBEARER", Array(text.utf8))
  }

  /// Returns the text; throws for a control character, since some separate the fields of a message.
  private static func checked(_ text: String) throws(CommandError) -> String {
    guard !text.utf8.contains(where: { $0 < 0x20 }) else { throw .controlCharacter }
    return text
  }
}

extension SASLResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "\(mechanism) …" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["mechanism": mechanism]) }
}

/// Base64 (RFC 4648) for SASL.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for index in 0...group.count {
        encoded.append(alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)])
      }
      encoded += repeatElement(UInt8(ascii: "="), count: 3 - group.count)
    }
    return encoded
  }

  /// The value of a character; nil for another character than a letter, a digit or a plus sign.
  static func value(of character: UInt8) -> UInt32? {
    alphabet.dropLast().firstIndex(of: character).map { UInt32($0) }
  }
}
