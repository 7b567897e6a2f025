import Network
import TidelineLocalization

/// The functions by which a search asks its places.
struct ServerSources: Sendable {
  /// Looks up a service's records of a domain, as ``ServiceTarget/lookUp(_:in:)`` does.
  var records: @Sendable (_ service: String, _ domain: String) async throws -> [ServiceTarget]?
  var document: @Sendable (_ url: String) async throws -> [UInt8]
  /// Whether a host has an IMAP server that sends a greeting, with TLS from the first byte.
  var greets: @Sendable (_ host: String) async throws -> Bool

  static func network(_ trust: CertificateTrust) -> ServerSources {
    ServerSources(
      records: { try await ServiceTarget.lookUp($0, in: $1) },
      document: { try await WebDocument.fetch($0, trust: trust) },
      greets: { host in
        let connection = try await Connection.connect(
          to: Endpoint(host: host, port: 993, security: .tls),
          trust: trust
        )
        var greeting: [UInt8] = []
        while greeting.count < 5 {
          let bytes = try await connection.read()
          if bytes.isEmpty { break }
          greeting += bytes
        }
        await connection.close()
        return String(decoding: greeting.prefix(5), as: UTF8.self).uppercased() == "* OK "
      }
    )
  }

  func answer(of place: ServerSearch.Place, for address: AccountAddress) async
    -> ServerSearch.Answer
  {
    do {
      switch place {
      case .recordForTLS: return try await answer(ofRecord: "imaps", .tls, address)
      case .recordForStartTLS: return try await answer(ofRecord: "imap", .startTLS, address)
      case .autoconfig, .wellKnown, .database:
        guard let url = place.url(for: address) else { return .nothing }
        let document = AutoconfigDocument(try await document(url), for: address)
        guard let best = document?.best else { return .unusable }
        return .found(FoundServer(best.address, takesPassword: best.takesPassword, for: address))
      case .hostNamedIMAP, .hostNamedMail:
        guard let host = place.host(for: address) else { return .nothing }
        guard try await greets(host) else { return .unusable }
        return .found(FoundServer(ServerAddress(user: address.text, host: host), for: address))
      }
    } catch let error as WebFailure {
      return error.saysNothingThere ? .nothing : .failed(error.sentence)
    } catch let error as NetworkError {
      return error.kind == .hostNotFound && error.step == .resolving
        ? .nothing : .failed(error.sentence)
    } catch {
      return .nothing
    }
  }

  private func answer(
    ofRecord service: String,
    _ security: ServerAddress.Security,
    _ address: AccountAddress
  ) async throws -> ServerSearch.Answer {
    guard let targets = try await records(service, address.domain) else { return .nothing }
    guard let target = targets.first else { return .notOffered }
    guard let host = HostName.ascii(target.host), target.port > 0 else { return .unusable }
    let server = ServerAddress(
      user: address.text,
      host: host,
      port: target.port,
      security: security
    )
    return .found(FoundServer(server, for: address))
  }
}

extension ServerSearch.Place {
  /// The URL of the document to fetch; nil for a place without a document.
  public func url(for address: AccountAddress) -> String? {
    switch self {
    case .autoconfig:
      "https://autoconfig.\(address.domain)/mail/config-v1.1.xml?emailaddress="
        + Array(address.text.utf8).percentEncoded(allowing: "")
    case .wellKnown:
      "https://\(address.domain)/.well-known/autoconfig/mail/config-v1.1.xml"
    case .database: "https://autoconfig.thunderbird.net/v1.1/\(address.domain)"
    default: nil
    }
  }

  /// The host name to try; nil for a place that is not a host.
  public func host(for address: AccountAddress) -> String? {
    switch self {
    case .hostNamedIMAP: "imap.\(address.domain)"
    case .hostNamedMail: "mail.\(address.domain)"
    default: nil
    }
  }

  /// The DNS record to look up; nil for a place without a record.
  public func record(for address: AccountAddress) -> String? {
    switch self {
    case .recordForTLS: "_imaps._tcp.\(address.domain)"
    case .recordForStartTLS: "_imap._tcp.\(address.domain)"
    default: nil
    }
  }
}
