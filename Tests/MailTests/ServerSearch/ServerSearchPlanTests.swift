import Testing

@testable import Mail

/// The order of the queries, and the choice among their answers.
struct ServerSearchPlanTests {
  typealias Place = ServerSearch.Place

  private static func found(_ name: String) throws -> FoundServer {
    let account = try AccountAddress("ann@example.org")
    return FoundServer(ServerAddress(user: "ann", host: "\(name).example.org"), for: account)
  }

  @Test func allButTheDatabaseOfOthersAreAskedAtOnce() {
    var plan = ServerSearchPlan()
    #expect(
      plan.start() == [
        .begin(.recordForTLS), .begin(.recordForStartTLS), .begin(.autoconfig), .begin(.wellKnown),
        .begin(.hostNamedIMAP), .begin(.hostNamedMail),
      ]
    )
  }

  @Test func theDatabaseIsAskedOnceAllBeforeItHaveNothing() {
    var plan = ServerSearchPlan()
    _ = plan.start()
    for place: Place in [.hostNamedMail, .wellKnown, .recordForTLS, .autoconfig] {
      #expect(plan.take(.nothing, from: place) == [])
    }
    #expect(plan.take(.notOffered, from: .recordForStartTLS) == [.begin(.database)])
    #expect(plan.take(.nothing, from: .hostNamedIMAP) == [])
    #expect(plan.take(.late(seconds: 5), from: .database) == [.end(nil)])
  }

  @Test func itIsNotAskedWhereTheDomainKnows() throws {
    var plan = ServerSearchPlan()
    _ = plan.start()
    let server = try Self.found("a")
    #expect(plan.take(.nothing, from: .recordForTLS) == [])
    #expect(plan.take(.nothing, from: .recordForStartTLS) == [])
    #expect(plan.take(.found(server), from: .autoconfig) == [.end(server)])
    #expect(plan.take(.nothing, from: .wellKnown) == [])
  }

  @Test func whatComesTwiceOrTooLateCountsOnce() throws {
    var plan = ServerSearchPlan()
    _ = plan.start()
    let (first, second) = (try Self.found("a"), try Self.found("b"))
    #expect(plan.take(.nothing, from: .recordForTLS) == [])
    #expect(plan.take(.found(first), from: .recordForTLS) == [])
    #expect(plan.take(.found(second), from: .recordForStartTLS) == [.end(second)])
    #expect(plan.take(.found(first), from: .autoconfig) == [])
  }

  /// For any order of the answers, the most preferred place with an answer wins.
  @Test(arguments: 0..<(1 << Place.allCases.count))
  func theMostPreferredAnswerWinsInEveryOrder(_ finders: Int) throws {
    let places = Place.allCases
    let finding = places.indices.filter { finders & 1 << $0 != 0 }
    let winner = try finding.first.map { try Self.found("s\($0)") }
    var random = SplitMix64(seed: UInt64(finders) + 1)
    for _ in 0..<8 {
      var plan = ServerSearchPlan()
      var pending: [Place] = []
      var end: FoundServer??
      func obey(_ effects: [ServerSearchPlan.Effect]) {
        for effect in effects {
          switch effect {
          case .begin(let place): pending.append(place)
          case .end(let server): end = .some(server)
          }
        }
      }
      obey(plan.start())
      while end == nil, !pending.isEmpty {
        let place = pending.remove(at: random.number(0...pending.count - 1))
        let index = try #require(places.firstIndex(of: place))
        let answer: ServerSearch.Answer =
          finding.contains(index) ? .found(try Self.found("s\(index)")) : .nothing
        obey(plan.take(answer, from: place))
      }
      #expect(end == .some(winner))
    }
  }
}

/// A mail address as a user types it.
struct AccountAddressTests {
  @Test(arguments: [
    ("ann@example.org", "ann", "example.org"),
    ("  Ann.B+c@Example.ORG \n", "Ann.B+c", "example.org"),
    ("ann@bücher.example", "ann", "xn--bcher-kva.example"),
    ("ann@xn--bcher-kva.example", "ann", "xn--bcher-kva.example"),
    ("ann@example.org.", "ann", "example.org"),
    ("ännchen@localhost", "ännchen", "localhost"),
  ])
  func anAddressIsRead(_ typed: String, name: String, domain: String) throws {
    let address = try AccountAddress(typed)
    #expect(address.localPart == name)
    #expect(address.domain == domain)
    #expect(address.text == "\(name)@\(domain)")
  }

  @Test(arguments: [
    ("ann", AccountAddressError.noDomain("ann")), ("", .noDomain("")), ("ann@", .noDomain("ann@")),
    ("@example.org", .noName("@example.org")),
    ("ann b@example.org", .notOnlyAnAddress("ann b@example.org")),
    ("\"ann b\"@example.org", .notOnlyAnAddress("\"ann b\"@example.org")),
    ("Ann <ann@example.org>", .notOnlyAnAddress("Ann <ann@example.org>")),
    ("a@example.org, b@example.org", .notOnlyAnAddress("a@example.org, b@example.org")),
    ("a\r\nb@example.org", .notOnlyAnAddress("a\r\nb@example.org")),
    ("a@b@example.org", .notOnlyAnAddress("a@b@example.org")),
    ("ann@exa mple.org", .badDomain("exa mple.org")), ("ann@a..b", .badDomain("a..b")),
    ("ann@-a.example", .badDomain("-a.example")), ("ann@[127.0.0.1]", .badDomain("[127.0.0.1]")),
    ("ann@127.0.0.1", .badDomain("127.0.0.1")), ("ann@a/b", .badDomain("a/b")),
    ("ann@a?b=c", .badDomain("a?b=c")), ("ann@a:993", .badDomain("a:993")),
  ])
  func whatIsNoneIsRefusedForItsReason(_ typed: String, error: AccountAddressError) {
    #expect(throws: error) { try AccountAddress(typed) }
  }

  @Test func aDomainOfTooManyLettersIsNone() {
    let label = String(repeating: "a", count: 64)
    #expect(throws: AccountAddressError.badDomain(label)) { try AccountAddress("ann@\(label)") }
    let long = Array(repeating: "abcdefg", count: 40).joined(separator: ".")
    #expect(throws: AccountAddressError.badDomain(long)) { try AccountAddress("ann@\(long)") }
  }
}
