import CTidelineGLib

/// The other end of a connection, and the connection's protection.
public struct PeerDescription: Sendable, Hashable {
  public struct TLS: Sendable, Hashable {
    public let version: TLSVersion
    /// The cipher suite's name; nil if the library does not give it.
    public let cipher: String?
    public let certificate: CertificateDescription
  }

  /// The address as text, or that of a proxy if there is one; nil if it is not known.
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

/// A server's certificate and its problems: the facts for the user's decision to accept it.
public struct CertificateDescription: Sendable, Hashable {
  /// The results of the verification. A certificate can have several problems, and GLib need not
  /// report all of them, so no single problem may be excused.
  public struct Problems: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let unknownAuthority = Self(G_TLS_CERTIFICATE_UNKNOWN_CA)
    /// The certificate is for another host.
    public static let wrongHost = Self(G_TLS_CERTIFICATE_BAD_IDENTITY)
    public static let notYetValid = Self(G_TLS_CERTIFICATE_NOT_ACTIVATED)
    public static let expired = Self(G_TLS_CERTIFICATE_EXPIRED)
    public static let revoked = Self(G_TLS_CERTIFICATE_REVOKED)
    /// The key or signature is too weak.
    public static let insecure = Self(G_TLS_CERTIFICATE_INSECURE)
    public static let other = Self(G_TLS_CERTIFICATE_GENERIC_ERROR)

    private init(_ flags: GTlsCertificateFlags) { rawValue = UInt32(flags.rawValue) }
  }

  /// The owner as a distinguished name: `CN=mail.example,O=Example`; nil if there is none.
  public let subject: String?
  public let issuer: String?
  /// The limits of validity, in seconds since 1970; nil for a date that cannot be read.
  public let notBefore: Int64?
  public let notAfter: Int64?
  public let fingerprint: CertificateFingerprint
  public let problems: Problems
}

extension CertificateDescription {
  init(_ certificate: UnsafeMutablePointer<GTlsCertificate>, problems: GTlsCertificateFlags) {
    subject = String(taking: g_tls_certificate_get_subject_name(certificate))
    issuer = String(taking: g_tls_certificate_get_issuer_name(certificate))
    notBefore = Self.seconds(g_tls_certificate_get_not_valid_before(certificate))
    notAfter = Self.seconds(g_tls_certificate_get_not_valid_after(certificate))
    fingerprint = CertificateFingerprint(certificate)
    self.problems = Problems(rawValue: UInt32(problems.rawValue))
  }

  private static func seconds(_ time: OpaquePointer?) -> Int64? {
    guard let time else { return nil }
    defer { g_date_time_unref(time) }
    return Int64(g_date_time_to_unix(time))
  }
}

/// The SHA-256 digest of a whole certificate in DER form.
public struct CertificateFingerprint: Sendable, Hashable {
  /// 64 lower-case hexadecimal digits.
  public let hexadecimal: String

  /// - Parameter hexadecimal: 64 hexadecimal digits in either case, with or without colons; nil is
  ///   returned for any other text.
  public init?(hexadecimal: String) {
    let digits = hexadecimal.lowercased().filter { $0 != ":" }
    guard digits.utf8.count == 64, digits.allSatisfy(\.isHexDigit) else { return nil }
    self.hexadecimal = digits
  }

  init(_ certificate: UnsafeMutablePointer<GTlsCertificate>) {
    guard let der = cglib_certificate_der(certificate) else {
      hexadecimal = ""
      return
    }
    defer { g_byte_array_unref(der) }
    let (bytes, count) = (der.pointee.data, gsize(der.pointee.len))
    let digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, count)
    hexadecimal = String(taking: digest) ?? ""
  }
}
