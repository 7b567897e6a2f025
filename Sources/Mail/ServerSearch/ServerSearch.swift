import Network
import TidelineLocalization

/// Decides which places to ask, and which server to take: that of the most preferred place, even if
/// other places answer earlier.
///
/// The domain's own places are asked at the same time. Thunderbird's database is a third party's,
/// so it is asked only when none of the more preferred places has a server.
struct ServerSearchPlan {
  enum Effect: Hashable {
    case begin(ServerSearch.Place)
    case end(FoundServer?)
  }

  private var answers: [ServerSearch.Place: ServerSearch.Answer] = [:]
  private var begun: Set<ServerSearch.Place> = []
  private var hasEnded = false

  mutating func start() -> [Effect] {
    begun = Set(ServerSearch.Place.allCases).subtracting([.database])
    return ServerSearch.Place.allCases.filter(begun.contains).map { .begin($0) }
  }

  mutating func take(_ answer: ServerSearch.Answer, from place: ServerSearch.Place) -> [Effect] {
    guard !hasEnded, answers[place] == nil else { return [] }
    answers[place] = answer
    for place in ServerSearch.Place.allCases {
      switch answers[place] {
      case .found(let server)?:
        hasEnded = true
        return [.end(server)]
      case nil: return begun.insert(place).inserted ? [.begin(place)] : []
      default: continue
      }
    }
    hasEnded = true
    return [.end(nil)]
  }
}

/// A server that was found for an address.
public struct FoundServer: Sendable, Hashable {
  public let address: ServerAddress
  /// Whether a password suffices. Otherwise the server needs OAuth 2, and the account must be added
  /// to GNOME Online Accounts.
  public let takesPassword: Bool
  /// Whether the server's name is outside the address's domain: then the user should confirm it
  /// before a password is sent there.
  public let isElsewhere: Bool

  init(_ address: ServerAddress, takesPassword: Bool = true, for account: AccountAddress) {
    (self.address, self.takesPassword) = (address, takesPassword)
    isElsewhere = !HostName.isOf(account.domain, address.host)
  }
}

/// Finds the IMAP server of a mail address.
public enum ServerSearch {
  /// Sources of a server's name, the most reliable first.
  public enum Place: Sendable, Hashable, CaseIterable {
    /// The domain's DNS record `_imaps._tcp` (RFC 6186).
    case recordForTLS
    /// The domain's DNS record `_imap._tcp`, for STARTTLS.
    case recordForStartTLS
    /// The settings published on the domain's host `autoconfig`, in Thunderbird's format.
    case autoconfig
    /// The same settings, published on the domain's web site below `.well-known`.
    case wellKnown
    /// Thunderbird's database of providers. It receives the domain, never the address.
    case database
    /// A server at the domain's host `imap`.
    case hostNamedIMAP
    /// A server at the domain's host `mail`.
    case hostNamedMail
  }

  /// The answer of a place.
  public enum Answer: Sendable, Hashable {
    case found(FoundServer)
    /// The place has no answer.
    case nothing
    /// The domain's DNS record states that this service is not offered.
    case notOffered
    /// The answer is unusable: no IMAP, or no TLS.
    case unusable
    case late(seconds: Int)
    case failed(Sentence)
  }

  /// Events of a search, in order.
  public enum Event: Sendable, Hashable {
    /// The place is about to be asked.
    case asking(Place)
    case answered(Place, Answer)
  }

  /// The time limit for each place, in seconds.
  static let limit = 5

  /// Asks the places until the best answer is known, for at most 10 s.
  ///
  /// - Parameters:
  ///   - address: the mail address. Only the domain's own autoconfig host receives it; other places
  ///     receive the domain.
  ///   - trust: the certificates that are accepted from the servers.
  ///   - report: called for each event, from one task.
  /// - Throws: ``ServerSearchFailure`` or `CancellationError`.
  public static func run(
    for address: AccountAddress,
    trust: CertificateTrust = .system,
    report: (Event) -> Void
  ) async throws -> FoundServer {
    try await run(
      for: address,
      asking: .network(trust),
      pause: { try await Task.sleep(for: $0, clock: .continuous) },
      report: report
    )
  }

  static func run(
    for address: AccountAddress,
    asking sources: ServerSources,
    pause: @escaping @Sendable (Duration) async throws -> Void,
    report: (Event) -> Void
  ) async throws -> FoundServer {
    var plan = ServerSearchPlan()
    return try await withThrowingTaskGroup(of: (Place, Answer).self) { group in
      var effects = plan.start()
      while true {
        for effect in effects {
          switch effect {
          case .begin(let place):
            report(.asking(place))
            group.addTask { (place, await ask(place, for: address, sources, pause)) }
          case .end(let server):
            group.cancelAll()
            guard let server else {
              throw ServerSearchFailure.notFound(domain: address.typedDomain)
            }
            guard server.takesPassword else {
              throw ServerSearchFailure.takesNoPassword(host: server.address.host)
            }
            return server
          }
        }
        guard let (place, answer) = try await group.next() else { throw CancellationError() }
        try Task.checkCancellation()
        report(.answered(place, answer))
        effects = plan.take(answer, from: place)
      }
    }
  }

  private static func ask(
    _ place: Place,
    for address: AccountAddress,
    _ sources: ServerSources,
    _ pause: @escaping @Sendable (Duration) async throws -> Void
  ) async -> Answer {
    await withTaskGroup(of: Answer?.self) { group in
      group.addTask { await sources.answer(of: place, for: address) }
      group.addTask {
        do { try await pause(.seconds(limit)) } catch { return nil }
        return .late(seconds: limit)
      }
      let first = await group.next()
      group.cancelAll()
      return (first ?? nil) ?? .nothing
    }
  }
}

/// Reasons why a search ends without a server.
public enum ServerSearchFailure: Error, Sendable, Hashable, CustomStringConvertible {
  case notFound(domain: String)
  /// The server was found, but needs OAuth 2.
  case takesNoPassword(host: String)

  /// An error message: the fault, and what the user can do.
  public var sentence: Sentence {
    switch self {
    case .notFound(let domain):
      Sentence(
        "No IMAP server was found for “%s”. Check the address and whether this computer is online, "
          + "or ask the provider for the server’s name.",
        domain
      )
    case .takesNoPassword(let host):
      Sentence(
        "“%s” takes no passwords, only a sign-in in a browser. Add the account in the system’s "
          + "settings, under Online Accounts.",
        host
      )
    }
  }

  /// ``sentence`` in English.
  public var description: String { sentence.english }
}
