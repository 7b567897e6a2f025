import Foundation
import GRDB

@testable import Mail

/// Compares searches with a filter that uses no index, and the index with the list.
struct SearchWitness {
  private let mailbox: Mailbox
  private let heads: [MessageHead]

  /// - Parameter heads: the present messages.
  init(_ mailbox: Mailbox, _ heads: [MessageHead]) {
    self.mailbox = mailbox
    self.heads = heads
  }

  func difference() async throws -> String? {
    let rows = try await mailbox.everything(pageSize: 100)
    let found = try await words()
    for search in ["ann", "te 1", "subject 2 bob", "tex", "5"] {
      let wanted = search.split(separator: " ")
      let expected = rows.filter { row in
        wanted.allSatisfy { word in found[row.id, default: []].contains { $0.hasPrefix(word) } }
      }
      guard try await mailbox.everything(in: Listing(search: search)) == expected else {
        return "a search for “\(search)” finds others"
      }
    }
    guard try await indexedKeys() == rows.map({ SearchKey.key(of: $0.place) }) else {
      return "the index has others than the list"
    }
    let unread = try await mailbox.everything(in: Listing(unreadOnly: true))
    return unread == rows.filter { $0.unread > 0 } ? nil : "others are unread"
  }

  /// The words of all messages, by conversation.
  private func words() async throws -> [Int64: Set<Substring>] {
    var texts: [String: String] = [:]
    for head in heads {
      let text = ([head.subject, head.snippet] + head.senders).joined(separator: " ")
      texts[head.messageID, default: ""] += " " + text.lowercased()
    }
    var words: [Int64: Set<Substring>] = [:]
    for thread in try await mailbox.threads(limit: 10_000) {
      for id in thread.messages {
        words[thread.id, default: []].formUnion(texts[id, default: ""].split(separator: " "))
      }
    }
    return words
  }

  /// All row IDs in the search index, found by the token of the only folder.
  private func indexedKeys() async throws -> [Int64] {
    try await read { db in
      guard let folder = try StoreFolders.all(db).first?.id else { return [] }
      return try Int64.fetchAll(
        db,
        sql: "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC",
        arguments: ["\"§\(folder)\""]
      )
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let store = try Store(
      path: mailbox.storePath,
      mailbox: mailbox.id.storeKey,
      mayReplaceAnything: false
    )
    return try await store.read(body)
  }
}
