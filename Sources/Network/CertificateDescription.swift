import CTidelineGLib

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
    guard
      let digest = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256,
        der.pointee.data,
        gsize(der.pointee.len)
      )
    else {
      hexadecimal = ""
      return
    }
    defer { g_free(digest) }
    hexadecimal = String(cString: digest)
  }
}
