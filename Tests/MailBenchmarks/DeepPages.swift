import FoundationEssentials
import Mail
import SystemPackage

/// Pages of 50 rows at the top of a long list, and near its end. After the very last row the source
/// would be asked for older mail.
struct DeepPages {
  private static let rounds = 300
  private static let limit = 50

  private let mailbox: Mailbox
  private let count: Int

  /// Opens the store, and fills it unless it has enough conversations from an earlier run.
  init(store: String, conversations: Int) async throws {
    count = conversations
    mailbox = try await Mailbox.open(InventedMail(count: conversations), store: store)
    if try await mailbox.conversationCount() != conversations {
      let notice = "filling a store with \(conversations) conversations …\n"
      try FileDescriptor.standardError.writeAll(notice.utf8)
      _ = try await mailbox.refresh()
    }
  }

  struct Answer: Encodable {
    /// The times in microseconds, by depth.
    var depths: [String: [Double]] = [:]
  }

  func measure() async throws -> Answer {
    let cursors = try await cursors(at: [0, 10_000, count - 1000])
    var answer = Answer()
    // The depths take turns, so that a slow phase of the machine affects all of them.
    for round in -10..<Self.rounds {
      for (depth, cursor) in cursors {
        let start = ContinuousClock.now
        let page = try await mailbox.conversations(after: cursor, limit: Self.limit)
        let time = ContinuousClock.now - start
        guard page.conversations.count == Self.limit else { throw ShortPage() }
        if round >= 0 {
          answer.depths["\(depth)", default: []]
            .append(Double(time.components.attoseconds) * 1e-12)
        }
      }
    }
    return answer
  }

  struct ShortPage: Error {}

  /// Pages through the list, and returns the cursors at these depths.
  private func cursors(at depths: [Int]) async throws -> [(depth: Int, cursor: Cursor?)] {
    var cursors: [(depth: Int, cursor: Cursor?)] = []
    var (depth, cursor): (Int, Cursor?) = (0, nil)
    for wanted in depths {
      while depth < wanted {
        let step = min(10_000, wanted - depth)
        cursor = try await mailbox.conversations(after: cursor, limit: step).next
        depth += step
      }
      cursors.append((wanted, cursor))
    }
    return cursors
  }
}
