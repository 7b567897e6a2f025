import CTidelineGLib

/// The other end of a connection, and the connection's protection.
public struct PeerDescription: Sendable, Hashable {
  public struct TLS: Sendable, Hashable {
    public let version: TLSVersion
    /// The cipher suite's name; nil if the library does not give it.
    public let cipher: String?
    public let certificate: CertificateDescription
  }

  /// The address as text, or that of a proxy if there is one; nil for a child process.
  public let address: String?
  public let port: UInt16?
  /// The protection by TLS; nil while nothing is encrypted.
  public internal(set) var tls: TLS?
}

/// The TLS version in use.
public enum TLSVersion: Sendable, Hashable, CustomStringConvertible {
  case tls12
  case tls13
  /// A version newer than this program.
  case newer

  /// Nil for a version that is too old.
  init?(_ version: GTlsProtocolVersion) {
    switch version {
    case G_TLS_PROTOCOL_VERSION_TLS_1_2: self = .tls12
    case G_TLS_PROTOCOL_VERSION_TLS_1_3: self = .tls13
    // DTLS versions have greater values, too, but a stream never has one of them.
    case let other where other.rawValue > G_TLS_PROTOCOL_VERSION_TLS_1_3.rawValue: self = .newer
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .tls12: "TLS 1.2"
    case .tls13: "TLS 1.3"
    case .newer: "TLS"
    }
  }
}

extension PeerDescription {
  var isLoopback: Bool { address.map(isLoopbackAddress) ?? false }

  /// Describes the other end of a socket.
  init(_ connection: GIOStream) {
    var port: UInt16 = 0
    guard let address = cglib_remote_address(connection, &port) else {
      self.init(address: nil, port: nil, tls: nil)
      return
    }
    defer { g_object_unref(address) }
    self.init(address: String(taking: g_inet_address_to_string(address)), port: port, tls: nil)
  }
}
