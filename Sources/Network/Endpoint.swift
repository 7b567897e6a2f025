import CTidelineGLib

/// A server's name, its port, and how what is sent to it is protected.
public struct Endpoint: Sendable, Hashable {
  public enum Security: Sendable, Hashable {
    /// TLS from the first byte.
    case tls
    /// Plain until ``Connection/startTLS()``. Before that, nothing secret may be written.
    case startTLS
    /// Never protected: for servers on this computer only.
    case plain
  }

  /// A name, or an address as text. The certificate must be for it.
  public let host: String
  public let port: UInt16
  public let security: Security

  public init(host: String, port: UInt16, security: Security) {
    self.host = host
    self.port = port
    self.security = security
  }

  /// Whether the host can be one: a name, also in other scripts, or an address. GLib makes a URL of
  /// it, and does not ask.
  var isNamed: Bool {
    guard let ascii = g_hostname_to_ascii(host) else { return false }
    defer { g_free(ascii) }
    let name = String(cString: ascii)
    return !name.isEmpty && name.unicodeScalars.allSatisfy(Self.isOfHost)
  }

  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", ":", "%": true
    default: false
    }
  }

  /// Whether the host is this computer by its name or address, before anything is looked up.
  var isLoopback: Bool { host == "localhost" || isLoopbackAddress(host) }
}

/// Whether a text is an address of this computer itself.
func isLoopbackAddress(_ text: String) -> Bool {
  guard let address = g_inet_address_new_from_string(text) else { return false }
  defer { g_object_unref(address) }
  return g_inet_address_get_is_loopback(address) != 0
}
