import Network
import Synchronization
import Testing

@testable import Mail

/// The whole search, with places whose answers a test sets.
struct ServerSearchTests {
  /// The answers of each place, and the questions asked.
  private final class World: Sendable {
    let records: [String: [ServiceTarget]]
    let documents: [String: String]
    let hosts: Set<String>
    /// Host names that never answer.
    let silent: Set<String>
    let asked = Mutex<Set<String>>([])

    init(
      records: [String: [ServiceTarget]] = [:],
      documents: [String: String] = [:],
      hosts: Set<String> = [],
      silent: Set<String> = []
    ) {
      (self.records, self.documents) = (records, documents)
      (self.hosts, self.silent) = (hosts, silent)
    }

    private func note(_ what: String) async throws {
      _ = asked.withLock { $0.insert(what) }
      if silent.contains(what) { try await Task.sleep(for: .seconds(3600)) }
    }

    var sources: ServerSources {
      ServerSources(
        records: { service, domain in
          try await self.note("\(service).\(domain)")
          return self.records["\(service).\(domain)"]
        },
        document: { url in
          try await self.note(url)
          return Array((self.documents[url] ?? "").utf8)
        },
        greets: { host in
          try await self.note(host)
          return self.hosts.contains(host)
        }
      )
    }
  }

  private static func document(_ host: String, _ authentication: String = "") -> String {
    """
    <clientConfig><emailProvider><incomingServer type="imap"><hostname>\(host)</hostname>
    <port>993</port><socketType>SSL</socketType><username>%EMAILLOCALPART%</username>
    \(authentication)</incomingServer></emailProvider></clientConfig>
    """
  }

  private func search(
    _ world: World,
    _ typed: String = "ann@example.org"
  ) async throws -> (FoundServer, [ServerSearch.Event]) {
    var events: [ServerSearch.Event] = []
    let found = try await ServerSearch.run(
      for: try AccountAddress(typed),
      asking: world.sources,
      pause: { _ in try await Task.sleep(for: .seconds(3600)) },
      report: { events.append($0) }
    )
    return (found, events)
  }

  private let databaseURL = "https://autoconfig.thunderbird.net/v1.1/example.org"

  @Test func aRecordOfTheDNSComesFirst() async throws {
    let world = World(
      records: ["imaps.example.org": [ServiceTarget(host: "Mail.Example.org", port: 1993)]],
      hosts: ["imap.example.org"]
    )
    let (found, events) = try await search(world)
    #expect(
      found.address == ServerAddress(user: "ann@example.org", host: "mail.example.org", port: 1993)
    )
    #expect(!found.isElsewhere)
    #expect(events.last == .answered(.recordForTLS, .found(found)))
    #expect(!world.asked.withLock { $0.contains(databaseURL) })
  }

  @Test func aDomainWithoutTheOneServiceMayHaveTheOther() async throws {
    let world = World(
      records: [
        "imaps.example.org": [],
        "imap.example.org": [ServiceTarget(host: "a.example.org", port: 143)],
      ]
    )
    let (found, events) = try await search(world)
    #expect(found.address.security == .startTLS)
    #expect(events.contains(.answered(.recordForTLS, .notOffered)))
  }

  @Test func theDomainsHostGetsTheAddressAndTheDatabaseTheDomain() async throws {
    let world = World(documents: [databaseURL: Self.document("imap.hoster.example")])
    let (found, events) = try await search(world, "a&b@example.org")
    #expect(found.address == ServerAddress(user: "a&b", host: "imap.hoster.example"))
    #expect(found.isElsewhere)
    let asked = world.asked.withLock { $0 }
    #expect(
      asked.contains(
        "https://autoconfig.example.org/mail/config-v1.1.xml?emailaddress=a%26b%40example.org"
      )
    )
    #expect(asked.filter { $0.contains("a%26b") }.count == 1)
    let asking = try #require(events.firstIndex(of: .asking(.database)))
    let before = events[..<asking]
    for place in [ServerSearch.Place.recordForTLS, .recordForStartTLS, .autoconfig, .wellKnown] {
      #expect(before.contains { if case .answered(place, _) = $0 { true } else { false } })
    }
  }

  @Test func whatDoesNotAnswerIsLeftBehindInItsTime() async throws {
    let url = "https://example.org/.well-known/autoconfig/mail/config-v1.1.xml"
    let world = World(
      documents: [url: Self.document("imap.example.org")],
      silent: ["imaps.example.org", "imap.example.org"]
    )
    // The time is over once the document has arrived.
    let isOver = Mutex(false)
    var events: [ServerSearch.Event] = []
    let found = try await ServerSearch.run(
      for: try AccountAddress("ann@example.org"),
      asking: world.sources,
      pause: { _ in
        while !isOver.withLock({ $0 }) {
          await Task.yield()
          try Task.checkCancellation()
        }
      },
      report: { event in
        events.append(event)
        if case .answered(.wellKnown, _) = event { isOver.withLock { $0 = true } }
      }
    )
    #expect(found.address.user == "ann")
    #expect(events.contains(.answered(.recordForTLS, .late(seconds: 5))))
    #expect(events.contains(.answered(.recordForStartTLS, .late(seconds: 5))))
  }

  @Test func aServerThatTakesNoPasswordIsNamed() async throws {
    let world = World(
      documents: [
        databaseURL: Self.document(
          "imap.example.org",
          "<authentication>OAuth2</authentication>"
        )
      ]
    )
    await #expect(throws: ServerSearchFailure.takesNoPassword(host: "imap.example.org")) {
      try await search(world)
    }
  }

  @Test func whereNobodyKnowsTheDomainIsNamed() async {
    await #expect(throws: ServerSearchFailure.notFound(domain: "example.org")) {
      try await search(World())
    }
  }

  @Test func aCancelledSearchEnds() async {
    let everything: Set = [
      "imaps.example.org", "imap.example.org", "mail.example.org",
      "https://example.org/.well-known/autoconfig/mail/config-v1.1.xml",
    ]
    let world = World(silent: everything)
    let task = Task { try await search(world).0 }
    while !world.asked.withLock({ everything.isSubset(of: $0) }) { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!world.asked.withLock { $0.contains(databaseURL) })
  }
}
