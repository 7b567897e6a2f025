import Foundation
import MailTextTesting
import Synchronization
import Testing

@testable import Mail

/// Searches that do not fill a page soon: words of old mail, words that never occur together, and
/// many words with one prefix, which is longer than the prefixes in the index.
struct WorstSearchTests {
  private static let count = 4600

  /// The newest 2,200 conversations have none of the words below.
  private static func subject(_ number: Int, _ random: inout SystemRandomNumberGenerator) -> String
  {
    var words = ["post", number % 2 == 0 ? "even" : "odd", "n\(number)"]
    if number < 2400 {
      // For searches of a word, several words, a prefix of many words, and text without spaces.
      words += ["yesteryear", "elder\(Int.random(in: 0..<9, using: &random))"]
      words += ["relic\(Int.random(in: 0..<40, using: &random))", "旧邮件"]
    }
    if number % 611 == 3 { words.append(["rarely", "稀有"][number % 2]) }
    return words.shuffled(using: &random).joined(separator: " ")
  }

  private let folder: TemporaryFolder
  private let mailbox: Mailbox
  private let all: [Conversation]

  init() async throws {
    folder = try TemporaryFolder()
    let source = ListedMail()
    var random = SystemRandomNumberGenerator()
    source.post((0..<Self.count).map { ListedMail.message($0, subject: Self.subject($0, &random)) })
    mailbox = try await Mailbox.open(source, store: folder.file("store.sqlite")).refreshed()
    all = try await mailbox.everything(pageSize: 5000)
  }

  private static let searches = [
    "yes", "elder", "relic", "relic3", "rel elder", "post relic", "even odd", "odd elder even",
    "even rarely", "rare yesteryear", "旧", "邮件", "旧邮件 odd", "稀有", "n12", "nothing yesteryear",
  ]

  /// Whether the subject has a word with each part as its beginning; text without spaces may be
  /// anywhere.
  private static func isFound(_ search: String, in row: Conversation) -> Bool {
    let words = row.subject.split(separator: " ")
    return search.split(separator: " ").allSatisfy { part in
      part.utf8.count == part.count
        ? words.contains { $0.hasPrefix(part) } : row.subject.contains(part)
    }
  }

  private func expected(_ search: String, _ unreadOnly: Bool = false) -> [Conversation] {
    all.filter { Self.isFound(search, in: $0) && (!unreadOnly || $0.unread > 0) }
  }

  @Test func theyFindWhatAFilterOfAllFinds() async throws {
    for search in Self.searches {
      for folder in [nil, ListedMail.name] {
        for unreadOnly in [false, true] {
          let listing = Listing(folder: folder, unreadOnly: unreadOnly, search: search)
          let found = try await mailbox.everything(in: listing, pageSize: 997)
          #expect(found == expected(search, unreadOnly), "\(listing)")
        }
      }
    }
  }

  /// Each piece continues where the previous one ended, with any number of results, and with no
  /// time or enough time.
  @Test(arguments: [0, 34])
  func theyFindTheSameInPieces(looksAtTheClock: Int) async throws {
    for search in looksAtTheClock == 0 ? ["relic", "relic3", "elder1 relic3"] : Self.searches {
      for unreadOnly in [false, true] {
        let listing = Listing(folder: ListedMail.name, unreadOnly: unreadOnly, search: search)
        let pieces = try await pieces(of: listing, in: mailbox, looksAtTheClock)
        #expect(pieces.flatMap { $0 } == expected(search, unreadOnly), "\(listing)")
        if !unreadOnly, looksAtTheClock == 0 { #expect(pieces.count > 30, "\(search)") }
      }
    }
  }

  private func pieces(
    of listing: Listing,
    in mailbox: Mailbox,
    _ looksAtTheClock: Int
  ) async throws -> [[Conversation]] {
    var pieces: [[Conversation]] = []
    var next: Cursor?
    repeat {
      let budget = SearchBudget(.seconds(looksAtTheClock), clock: LookedAtClock())
      let page = try await mailbox.conversations(
        in: listing,
        after: next,
        limit: 40,
        budget: budget
      )
      #expect(page.conversations.count <= 40)
      #expect(page.next != next || next == nil, "it goes further down")
      pieces.append(page.conversations)
      next = page.next
    } while next != nil
    return pieces
  }

  @Test func timeThatIsNotSpentFillsThePage() async throws {
    for search in ["post", "yesteryear", "relic", "rarely"] {
      let page = try await mailbox.conversations(
        in: Listing(search: search),
        after: nil,
        limit: 3,
        budget: SearchBudget(.seconds(3600))
      )
      #expect(page.conversations == Array(expected(search).prefix(3)))
      #expect(page.next == page.conversations.last?.place)
    }
  }
}

/// A clock that advances by a second whenever it is read.
private final class LookedAtClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let minimumResolution = Duration.seconds(1)
  private let looks = Mutex(0)

  var now: Instant {
    looks.withLock { looks in
      defer { looks += 1 }
      return Instant(offset: .seconds(looks))
    }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
