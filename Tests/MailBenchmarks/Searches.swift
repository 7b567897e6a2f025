import FoundationEssentials
import Mail
import SystemPackage

/// First pages of searches in a long list, beside the first page of the list itself: the wait after
/// a keystroke, and the time until the page is full.
struct Searches {
  private static let rounds = 60
  private static let limit = 50

  private let mailbox: Mailbox

  /// Opens the store, and fills it unless it has enough conversations from an earlier run.
  init(store: String, conversations: Int) async throws {
    mailbox = try await Mailbox.open(WordyMail(count: conversations), store: store)
    if try await mailbox.conversationCount() != conversations {
      let notice = "filling a store with \(conversations) conversations …\n"
      try FileDescriptor.standardError.writeAll(notice.utf8)
      _ = try await mailbox.refresh()
    }
  }

  struct Answer: Encodable {
    /// The times in microseconds until a list can show results, by the typed text.
    var times: [String: [Double]] = [:]
    /// The times in microseconds until the page is full, or everything was searched.
    var wholes: [String: [Double]] = [:]
    /// The number of rows on the page.
    var rows: [String: Int] = [:]
  }

  /// The typed texts, by their kind.
  private static let searches: [(name: String, typed: String)] = [
    ("no search", ""),
    ("one letter", "t"),
    ("a common word", WordyMail.words[0]),
    ("a word in 1 of 40", WordyMail.everyFortieth),
    ("a word in 1 of 100", WordyMail.everyHundredth),
    ("a word in 1 of 1,000", WordyMail.everyThousandth),
    ("a common word of old mail", WordyMail.old),
    ("a beginning of old words", WordyMail.oldBeginning),
    ("a rare word", WordyMail.rare),
    ("no hit", "xylophone"),
    ("two common words", "\(WordyMail.words[0]) \(WordyMail.words[1])"),
    ("a letter and a rare word", "t \(WordyMail.rare)"),
    ("two words never together", "\(WordyMail.even) \(WordyMail.odd)"),
  ]

  func measure() async throws -> Answer {
    var answer = Answer()
    // The searches take turns, so that a slow phase of the machine affects all of them.
    for round in -3..<Self.rounds {
      for (name, typed) in Self.searches {
        let start = ContinuousClock.now
        var page = try await self.page(typed, after: nil, limit: Self.limit, .glance)
        let first = ContinuousClock.now - start
        var rows = page.conversations.count
        while rows < Self.limit, let next = page.next {
          page = try await self.page(typed, after: next, limit: Self.limit - rows, .piece)
          rows += page.conversations.count
        }
        let whole = ContinuousClock.now - start
        answer.rows[name] = rows
        guard round >= 0 else { continue }
        answer.times[name, default: []].append(first / .microseconds(1))
        answer.wholes[name, default: []].append(whole / .microseconds(1))
      }
    }
    return answer
  }

  private func page(
    _ typed: String,
    after cursor: Cursor?,
    limit: Int,
    _ budget: SearchBudget
  ) async throws -> ConversationPage {
    try await mailbox.conversations(
      in: Listing(search: typed),
      after: cursor,
      limit: limit,
      budget: budget
    )
  }
}
