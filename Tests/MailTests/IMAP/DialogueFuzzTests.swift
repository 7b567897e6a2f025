import Foundation
import IMAP
import MailTesting
import Testing

@testable import Mail

/// Responses that are well formed, but make no sense.
@Suite(.timeLimit(.minutes(120)))
struct DialogueFuzzTests {
  /// Nothing traps or runs for ever, and the stored data is bounded by the bytes sent.
  @Test func anyAnswersEndADialogue() {
    for seed in seeds(150) {
      var random = SplitMix64(seed: seed)
      var nonsense = Nonsense(random.next())
      var dialogue = Self.dialogue(&random, &nonsense)
      var answers: FlightAnswers?
      var steps = 0
      var messages = 0
      dialogue: while steps < 3_000 {
        steps += 1
        do {
          switch try dialogue.next(answers) {
          case .send(let flight): answers = nonsense.answers(to: flight, seed: seed)
          case .report(let batch):
            messages += batch.new.count
            answers = nil
          case .end: break dialogue
          }
        } catch { break dialogue }
      }
      #expect(steps < 3_000, "seed \(seed) does not end")
      #expect(messages <= nonsense.sent, "seed \(seed) stores what was not sent")
    }
  }

  private static func dialogue(
    _ random: inout SplitMix64,
    _ nonsense: inout Nonsense
  ) -> any FolderDialogue {
    let abilities = ServerAbilities(
      hasQuickResync: random.oneIn(2),
      countsChanges: random.oneIn(2),
      searchesBriefly: random.oneIn(2)
    )
    let folder = OpenFolder(name: "INBOX")
    var keys: [MessageKey: MessageFlags] = [:]
    let uidValidity = UInt32(random.number(0...2))
    for _ in 0..<random.number(0...40) {
      keys[MessageKey(uidValidity: uidValidity, uid: nonsense.number())] = []
    }
    let extent: FolderFloor.Extent =
      random.oneIn(2)
      ? .from(uid: nonsense.number()) : .since(day: Int64(random.number(0...40_000)))
    let floor = FolderFloor(uidValidity: uidValidity, extent: extent)
    let horizon = try? Horizon(seconds: 5, key: SyncCheckpoint(encoding: floor).bytes)
    let state = SyncFolder(
      id: FolderID("INBOX"),
      checkpoint: nil,
      horizon: random.oneIn(3) ? nil : random.oneIn(3) ? .unread : horizon
    )
    let known = KnownMessages(state, KnownFlags(keys))
    let limit = random.number(1...200)
    let terms = SyncTerms(limit: limit, abilities: abilities, now: 1_800_000_000)
    if random.oneIn(2) {
      return FolderWindow(folder, known, terms)
    }
    var last = OpenFolder(name: "INBOX")
    for code in [
      ResponseCode.uidValidity(uidValidity), .uidNext(nonsense.number()),
      .highestModSeq(random.next() >> UInt64(random.number(0...63))),
    ] { last.take(.status(Status(.ok, code: code))) }
    return FolderChanges(
      folder,
      known,
      since: random.oneIn(4) ? nil : FolderCheckpoint(last),
      isWhole: random.oneIn(2),
      terms
    )
  }
}

/// A server that sends anything.
private struct Nonsense {
  private var random: SplitMix64
  private var folder: OpenFolder?
  /// The number of messages sent with a header.
  private(set) var sent = 0

  init(_ seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func number() -> UInt32 {
    switch random.number(0...9) {
    case 0: .max - UInt32(random.number(0...2))
    case 1: UInt32(random.number(1...3))
    case 2: UInt32(truncatingIfNeeded: random.next()) | 1
    default: UInt32(random.number(1...900))
    }
  }

  private mutating func set() -> NumberSet {
    var set = NumberSet()
    for _ in 0..<random.number(0...4) {
      let (one, other) = (number(), number())
      // Ranges of billions of numbers are well formed, too.
      let range = random.oneIn(2) ? one...one : min(one, other)...max(one, other)
      set = set.union(NumberSet(range))
    }
    return set
  }

  private mutating func response() -> Response {
    switch random.number(0...11) {
    case 0: return .exists(random.oneIn(6) ? 0 : number())
    case 1: return .expunge(number())
    case 2: return .vanished(set(), isEarlier: random.oneIn(2))
    case 3: return .status(Status(.ok, code: .uidNext(number())))
    case 4: return .status(Status(.ok, code: .highestModSeq(random.next())))
    case 5: return .status(Status(.ok, code: random.oneIn(2) ? .closed : .noModSeq))
    case 6: return .search([number(), number()])
    default:
      var message = FetchedMessage(sequenceNumber: number())
      if !random.oneIn(6) { message.uid = number() }
      if random.oneIn(2) { message.flags = ["\\Seen"] }
      if random.oneIn(2) {
        message.internalDate = Int64(random.number(-62_135_596_800...253_402_300_799))
      }
      if !random.oneIn(3) {
        let header = "Message-ID: <\(random.next())@example.org>\r\n\r\n"
        message.sections[Section(.headerFields)] = Array(header.utf8)
        sent += 1
      }
      if random.oneIn(4) { message.sections[Section(.text)] = Array("text".utf8) }
      return .fetch(message)
    }
  }

  mutating func answers(to flight: Flight, seed: UInt64) -> FlightAnswers {
    let tags = flight.commands.indices.map { "T\($0)" }
    var recorder = FlightRecorder(flight, tags: tags, folder: folder)
    if flight.opens != nil {
      recorder.take(.status(Status(.ok, code: .uidValidity(UInt32(random.number(0...2))))))
    }
    for _ in 0..<random.number(0...30) { recorder.take(response()) }
    for (position, command) in flight.commands.enumerated() {
      if command.name == "UID SEARCH", !random.oneIn(9) {
        var result = ExtendedSearch()
        (result.tag, result.all) = (tags[position], set())
        recorder.take(.extendedSearch(result))
      }
      let kind: Status.Kind = random.oneIn(30) ? (random.oneIn(3) ? .bad : .no) : .ok
      recorder.take(.tagged(tag: tags[position], Status(kind)))
    }
    folder = recorder.folder
    return recorder.answers
  }
}

/// A connection that ends after any number of bytes, counted in both directions: during the first
/// reading, and during a refresh.
@Suite struct IMAPCutTests {
  /// A prime: over the connections of a case, each kind of line is cut at each position.
  private static let step = 97

  private func make(_ traits: ServerTraits) throws -> IMAPCase { try IMAPCase(traits, count: 5) }

  @Test(arguments: IMAPCase.kinds)
  func theNextRefreshMakesUpForIt(_ traits: ServerTraits) async throws {
    let this = try make(traits)
    _ = try await this.open().refresh(for: .inbox)
    let whole = try #require(this.server.passed.first)
    for cut in stride(from: 1, through: whole, by: Self.step) {
      let this = try make(traits)
      let mailbox = try await this.open()
      this.server.live({ _, _ in }, fate: { _ in .breaks(after: cut) })
      _ = try? await mailbox.refresh(for: .inbox)
      this.deliver(1000)
      _ = this.server.change { $0.folders[0].expunge(at: 1).uid }
      _ = try? await mailbox.refresh(for: .inbox)
      this.server.live({ _, _ in }, fate: { _ in .lasts })
      this.server.cut()
      try await this.expectAll(mailbox)
    }
  }
}
