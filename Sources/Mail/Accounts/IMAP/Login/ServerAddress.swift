import CTidelineGLib
import Network

/// A server account's address: host, port, security, user.
public struct ServerAddress: Sendable, Hashable {
  /// The protection of the connection.
  public enum Security: String, Sendable, Hashable, Codable {
    /// TLS from the first byte.
    case tls = "imaps"
    /// TLS by STARTTLS: the connection begins without encryption, until the server has agreed.
    case startTLS = "imap"

    /// The protocol's default port (RFC 8314).
    var port: UInt16 { self == .tls ? 993 : 143 }
  }

  /// The user's name on the server, often a mail address.
  public var user: String
  /// The server's name, or its IP address as text.
  public var host: String
  /// The port: at least 1.
  public var port: UInt16
  public var security: Security

  /// - Parameter port: nil for the default port.
  public init(user: String, host: String, port: UInt16? = nil, security: Security = .tls) {
    (self.user, self.host, self.security) = (user, host, security)
    self.port = port ?? security.port
  }

  /// - Parameter hostAndPort: a host name, optionally with a colon and a port.
  /// - Returns: nil for any other text, and for a user's name that is empty or has control
  ///   characters.
  public init?(user: String, hostAndPort: String, security: Security) {
    let parts = hostAndPort.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = HostName.ascii(String(parts[0])) else { return nil }
    let port = parts.count == 2 ? UInt16(parts[1]) ?? 0 : security.port
    guard !user.isEmpty, user.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }),
      port > 0
    else { return nil }
    self.init(user: user, host: host, port: port, security: security)
  }

  /// Parses `imaps://user@host:port/`, or `imap://` for STARTTLS; nil for any other text, and for a
  /// URL that contains a password. Special characters in the user's name may be escaped, as `%40`.
  public init?(url: String) {
    let flags = G_URI_FLAGS_PARSE_RELAXED.rawValue | G_URI_FLAGS_HAS_PASSWORD.rawValue
    guard let parsed = g_uri_parse(url, GUriFlags(flags), nil) else { return nil }
    defer { g_uri_unref(parsed) }
    let port = g_uri_get_port(parsed)
    guard let security = Security(rawValue: String(cString: g_uri_get_scheme(parsed))),
      g_uri_get_password(parsed) == nil,
      let user = g_uri_get_user(parsed).map({ String(cString: $0) }), !user.isEmpty,
      let host = g_uri_get_host(parsed).map({ String(cString: $0) }), !host.isEmpty,
      port == -1 || UInt16(exactly: port) ?? 0 > 0
    else { return nil }
    // Host names are case-insensitive.
    self.init(user: user, host: host.lowercased(), port: UInt16(exactly: port), security: security)
  }

  /// A URL that ``init(url:)`` can parse.
  public var url: String {
    let number = port == security.port ? -1 : gint(port)
    let joined = g_uri_join_with_user(
      G_URI_FLAGS_HAS_PASSWORD,
      security.rawValue,
      user,
      nil,
      nil,
      host,
      number,
      "/",
      nil,
      nil
    )
    defer { g_free(joined) }
    return joined.map { String(cString: $0) } ?? ""
  }

  var endpoint: Endpoint {
    Endpoint(host: host, port: port, security: security == .tls ? .tls : .startTLS)
  }
}

/// Checks host and domain names that come from users and servers.
enum HostName {
  /// The name in ASCII and lower case, as the DNS and certificates use it; nil for an invalid name.
  ///
  /// - Parameter text: the name; other scripts are allowed (IDNA).
  static func ascii(_ text: String) -> String? {
    guard let converted = g_hostname_to_ascii(text) else { return nil }
    defer { g_free(converted) }
    var name = String(cString: converted).lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 253 && labels.allSatisfy(isLabel) ? name : nil
  }

  /// Whether a name is the domain itself or below it.
  static func isOf(_ domain: String, _ name: String) -> Bool {
    name == domain || name.hasSuffix("." + domain)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }
}
