import CTidelineGLib

// Sets up TLS. GLib's library would accept TLS 1.0, so the version is checked here, before a byte
// is written; the certificate is checked during the handshake.
extension Connection {
  /// Throws if data has already arrived: a TLS server sends nothing before the handshake. An
  /// attacker's data would be taken for the server's (as in CVE-2020-14928).
  func refuseDataBeforeTLS() throws(NetworkError) {
    let stream = try openStream(.handshake)
    let count: Int
    do throws(SystemError) {
      count = try throwing { error in
        buffer.baseAddress.map { cglib_read(stream, $0, 1, error) }
      }
    } catch {
      guard error.wouldBlock else { throw self.error(.handshake, error) }
      return
    }
    throw error(.handshake, count == 0 ? .connectionLost : .dataBeforeTLS)
  }

  func protect(_ interruption: Interruption) async throws(NetworkError) {
    guard let socket else { throw error(.handshake, .closed) }
    guard g_tls_backend_supports_tls(g_tls_backend_get_default()) != 0 else {
      throw error(.handshake, .tlsUnavailable)
    }
    let authorities = try authorities()
    defer { authorities.map { g_object_unref($0) } }

    let call = HandshakeCall(trust.pins)
    defer { withExtendedLifetime(call) {} }
    let tls: GIOStream
    do throws(SystemError) {
      tls = try throwing {
        cglib_tls_client(socket, endpoint.host, endpoint.port, authorities, $0)
      }
      stream = tls
      let result = await wait(until: interruption) {
        call.begin($0) {
          cglib_tls_handshake(tls, interruption.cancellable, HandshakeCall.accept, $0, $1)
        }
      }
      _ = try result.finish { cglib_tls_handshake_finish($0, $1) }
    } catch {
      throw interrupted(interruption, .handshake)
        ?? call.refused.map { self.error(.handshake, refusal($0), reason: error.message) }
        ?? self.error(.handshake, error)
    }
    guard let version = TLSVersion(cglib_tls_version(tls)) else {
      throw error(.handshake, .tlsTooOld)
    }
    guard let certificate = cglib_tls_certificate(tls) else { throw error(.handshake, .tlsFailed) }
    let description = CertificateDescription(certificate, problems: cglib_tls_problems(tls))
    guard trust.pins.isEmpty || trust.pins.contains(description.fingerprint) else {
      throw error(.handshake, refusal(description))
    }
    peer.tls = PeerDescription.TLS(
      version: version,
      cipher: String(taking: cglib_tls_cipher(tls)),
      certificate: description
    )
  }

  private func refusal(_ certificate: CertificateDescription) -> NetworkError.Kind {
    trust.pins.isEmpty ? .certificateUntrusted(certificate) : .certificateChanged(certificate)
  }

  /// The authorities in the file; nil if the system's are used.
  private func authorities() throws(NetworkError) -> UnsafeMutablePointer<GTlsDatabase>? {
    guard let path = trust.authorities else { return nil }
    do throws(SystemError) {
      return try throwing { cglib_tls_authorities(path, $0) }
    } catch {
      throw self.error(.handshake, .authoritiesUnreadable(path: path), reason: error.message)
    }
  }
}

/// A handshake, and the certificate that it has refused. Without pins, every certificate with a
/// problem is refused.
private final class HandshakeCall: AsyncCall {
  private let pins: Set<CertificateFingerprint>
  private(set) var refused: CertificateDescription?

  init(_ pins: Set<CertificateFingerprint>) { self.pins = pins }

  /// Called only for a certificate with a problem.
  static let accept: CGLibAcceptCertificate = { _, certificate, problems, data in
    let call = Unmanaged<HandshakeCall>.fromOpaque(data).takeUnretainedValue()
    let description = CertificateDescription(certificate, problems: problems)
    if call.pins.contains(description.fingerprint) { return 1 }
    call.refused = description
    return 0
  }
}
