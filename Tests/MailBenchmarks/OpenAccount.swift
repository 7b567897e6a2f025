import FoundationEssentials
import Mail
import TidelineProgram

/// A mailbox on a server that stays open, as in a window. Each line of the standard input is a
/// command, which is answered when it is done.
struct OpenAccount {
  private let mailbox: Mailbox
  /// The size of a page, in conversations.
  private let limit: Int
  /// The conversations of the first page.
  private let conversations: [Conversation]
  /// The beginning of the next page.
  private var next: Cursor?

  /// Lists the first page, and waits for new mail from then on.
  ///
  /// - Parameters:
  ///   - url: the URL of the account. The environment names its password's file and its
  ///     authorities.
  ///   - store: the store's file.
  ///   - limit: the size of a page, in conversations.
  init(_ url: String, store: String, limit: Int) async throws {
    guard let address = ServerAddress(url: url) else { throw Unknown(word: url) }
    self.limit = limit
    mailbox = try await Mailbox.open(ServerAccount.make(address, nil), store: store)
    _ = try await mailbox.refresh(for: .inbox)
    let page = try await mailbox.conversations(
      in: Listing(folder: .inbox),
      after: nil,
      limit: limit
    )
    (conversations, next) = (page.conversations, page.next)
    _ = mailbox.states()
  }

  struct Answer: Encodable {
    let seconds: Double
    /// The number of new messages, of rows, or of messages that were read.
    let count: Int
  }

  struct Unknown: Error {
    let word: String
  }

  /// Runs the command `refresh`, `older page` or `read`: the last reads the newest messages of the
  /// longest conversation, as many as one request reads.
  mutating func obey(_ line: String) async throws -> Answer {
    let start = ContinuousClock.now
    let count: Int
    switch line {
    case "refresh": count = try await mailbox.refresh(for: .inbox).newMessages
    case "older page":
      let listing = Listing(folder: .inbox)
      let page = try await mailbox.conversations(in: listing, after: next, limit: limit)
      if let failure = page.failure { throw failure }
      next = page.next
      count = page.conversations.count
    case "read": count = try await read()
    default: throw Unknown(word: line)
    }
    let time = ContinuousClock.now - start
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    return Answer(seconds: seconds, count: count)
  }

  private func read() async throws -> Int {
    let longest = conversations.max { $0.messageCount < $1.messageCount }
    guard let longest else { return 0 }
    let stubs = try await mailbox.messages(in: longest.id).suffix(10)
    var count = 0
    try await mailbox.read(Array(stubs)) { _, result in
      _ = try result.get()
      count += 1
    }
    return count
  }
}
