import CTidelineGLib
import TidelineLocalization

/// Fetches a small document over HTTPS, with the same rules for TLS as for every connection.
public enum WebDocument {
  /// Fetches a document. No user data is sent, not even a cookie; redirections are followed only to
  /// HTTPS, at most three times.
  ///
  /// - Parameters:
  ///   - url: `https://…`, in ASCII.
  ///   - limit: the limit in bytes; a longer document is an error.
  ///   - timeouts: for each of the connections.
  public static func fetch(
    _ url: String,
    limit: Int = 64 << 10,
    trust: CertificateTrust = .system,
    timeouts: Timeouts = .standard
  ) async throws(WebFailure) -> [UInt8] {
    var place = try place(url, of: url)
    for _ in 0...3 {
      let response: HTTPResponseReader
      do {
        response = try await get(place, limit, trust, timeouts)
      } catch let error as HTTPResponseReader.Failure {
        throw WebFailure(place.host, error == .tooLong ? .tooLong : .notUnderstood)
      } catch let error as NetworkError {
        throw WebFailure(place.host, .network(error))
      } catch {
        throw WebFailure(place.host, .notUnderstood)
      }
      switch response.status {
      case 200: return response.body
      case 301, 302, 303, 307, 308:
        guard let location = response.location,
          let next = String(
            taking: g_uri_resolve_relative(place.url, location, G_URI_FLAGS_ENCODED, nil)
          )
        else { throw WebFailure(place.host, .notUnderstood) }
        place = try Self.place(next, of: place.url)
      default: throw WebFailure(place.host, .status(response.status))
      }
    }
    throw WebFailure(place.host, .redirected)
  }

  /// A URL's parts. None contains a line end, so none can add a line to the request: no URL does,
  /// and ``Connection`` refuses such a host.
  private struct Place {
    var url: String
    var host: String
    var port: UInt16
    var target: String
  }

  private static func place(_ url: String, of origin: String) throws(WebFailure) -> Place {
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let parsed = g_uri_parse(url, G_URI_FLAGS_ENCODED, nil)
    else { throw WebFailure(origin, .notUnderstood) }
    defer { g_uri_unref(parsed) }
    let port = g_uri_get_port(parsed)
    guard String(cString: g_uri_get_scheme(parsed)) == "https", g_uri_get_userinfo(parsed) == nil,
      let host = g_uri_get_host(parsed).map({ String(cString: $0) }), !host.isEmpty,
      let number = UInt16(exactly: port == -1 ? 443 : port), number > 0
    else { throw WebFailure(origin, .redirected) }
    let path = String(cString: g_uri_get_path(parsed))
    let query = g_uri_get_query(parsed).map { "?" + String(cString: $0) } ?? ""
    return Place(url: url, host: host, port: number, target: (path.isEmpty ? "/" : path) + query)
  }

  private static func get(
    _ place: Place,
    _ limit: Int,
    _ trust: CertificateTrust,
    _ timeouts: Timeouts
  ) async throws -> HTTPResponseReader {
    let connection = try await Connection.connect(
      to: Endpoint(host: place.host, port: place.port, security: .tls),
      trust: trust,
      timeouts: timeouts
    )
    let port = place.port == 443 ? "" : ":\(place.port)"
    let request = """
      GET \(place.target) HTTP/1.1\r
      Host: \(place.host)\(port)\r
      User-Agent: Tideline\r
      Accept-Encoding: identity\r
      Connection: close\r
      \r\n
      """
    var reader = HTTPResponseReader(limit: limit)
    do {
      try await connection.write(Array(request.utf8))
      while !reader.isDone {
        let bytes = try await connection.read()
        if bytes.isEmpty { try reader.end() } else { try reader.take(bytes) }
      }
    } catch {
      await connection.close()
      throw error
    }
    await connection.close()
    return reader
  }
}

/// Reasons why a document was not fetched.
public struct WebFailure: Error, Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case network(NetworkError)
    /// The server has answered with this HTTP status.
    case status(Int)
    /// The redirection leads to an unsupported URL, or there are too many.
    case redirected
    case tooLong
    /// The data is not HTTP, or invalid.
    case notUnderstood
  }

  /// The server's name.
  public let host: String
  public let kind: Kind

  init(_ host: String, _ kind: Kind) { (self.host, self.kind) = (host, kind) }

  /// Whether the server or the document does not exist.
  public var saysNothingThere: Bool {
    switch kind {
    case .network(let error): error.kind == .hostNotFound
    case .status(let status): status == 404 || status == 410
    default: false
    }
  }

  /// One or two sentences: the event and the server.
  public var sentence: Sentence {
    switch kind {
    case .network(let error): error.sentence
    case .status(let status):
      Sentence("“%s” does not give the document (status %s).", host, String(status))
    case .redirected: Sentence("“%s” leads to a place that is not asked.", host)
    case .tooLong: Sentence("The document of “%s” is too long.", host)
    case .notUnderstood: Sentence("The answer of “%s” makes no sense.", host)
    }
  }
}
