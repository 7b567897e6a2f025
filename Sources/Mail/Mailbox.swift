import Foundation
import GRDB

/// A mailbox, and the store that remembers its conversations: all that a list needs.
///
/// Opening reads nothing of the mailbox; ``refresh(progress:)`` brings the store up to date and
/// ``conversations(after:limit:)`` pages through it. All of it may be called from any task, at
/// the same time too. The mailbox itself is only ever read.
///
///     let mailbox = try await Mailbox.open("/home/ann/Maildir")
///     let summary = try await mailbox.refresh()
///     let page = try await mailbox.conversations(after: nil, limit: 50)
public final class Mailbox: Sendable {
  /// The folder's name for people, from the last part of its path.
  public let title: String
  /// The store's file.
  public var storePath: String { store.path }

  private let source: any MailSource
  private let store: Store
  private let opensBy: String?

  /// A page of older mail may add no row, when all of it belongs to conversations that are listed
  /// already. Then the next one is fetched, but not for ever.
  private static let fetchLimit = 20

  private init(_ source: any MailSource, _ store: Store, path: String?) {
    self.source = source
    self.store = store
    title = source.title
    opensBy = path
  }

  /// Opens a Maildir folder or an mbox file.
  ///
  /// - Parameters:
  ///   - path: the folder or file.
  ///   - store: the store's file, made when missing; nil for one below `$XDG_CACHE_HOME/tideline`.
  ///     One file may serve several mailboxes.
  /// - Throws: ``MailError`` when there is no mailbox at the path, or the store is unusable.
  public static func open(_ path: String, store: String? = nil) async throws -> Mailbox {
    let source = try MailLocation.source(at: path)
    return Mailbox(source, try openStore(store, for: source), path: path)
  }

  /// Opens any other source of mail.
  ///
  /// - Parameters:
  ///   - source: where the mail comes from.
  ///   - store: as in ``open(_:store:)``.
  /// - Throws: ``MailError`` when the store is unusable.
  public static func open(_ source: any MailSource, store: String? = nil) async throws -> Mailbox {
    Mailbox(source, try openStore(store, for: source), path: nil)
  }

  private static func openStore(_ path: String?, for source: any MailSource) throws -> Store {
    if let path {
      return try Store(path: path, source: source.identifier, mayReplaceAnything: false)
    }
    let path = StoreFile.defaultPath(for: source)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw MailError.storeUnusable(path: path, reason: "its folder cannot be made")
    }
    return try Store(path: path, source: source.identifier, mayReplaceAnything: true)
  }

  /// Brings the store up to date with the mailbox.
  ///
  /// Changes are committed in batches. When the task is cancelled, or something fails, what was
  /// committed stays, the list stays whole, and the next refresh goes on from there.
  ///
  /// - Parameter progress: called after every batch, from any thread.
  /// - Throws: ``MailError``, or `CancellationError`.
  public func refresh(
    progress: (@Sendable (RefreshProgress) -> Void)? = nil
  ) async throws -> RefreshSummary {
    if let opensBy { try checkStillThere(opensBy) }
    do {
      return try await RefreshRun(source, store, progress: progress).run()
    } catch is StoreWasRebuilt {
      return try await RefreshRun(source, store, progress: progress).run()
    }
  }

  private func checkStillThere(_ path: String) throws(MailError) {
    do {
      guard try MailLocation.source(at: path).identifier == source.identifier else {
        throw MailError.mailboxVanished(path: path)
      }
    } catch let error as MailError {
      switch error {
      case .mailboxMissing, .emptyFolder, .notAMaildir: throw .mailboxVanished(path: path)
      default: throw error
      }
    } catch { throw .mailboxVanished(path: path) }
  }

  /// A page of the list, newest first.
  ///
  /// - Parameters:
  ///   - cursor: the last page's `next`, or nil for the top.
  ///   - limit: how many at most; at least 1.
  /// - Throws: ``MailError``, or `CancellationError`.
  public func conversations(after cursor: Cursor?, limit: Int) async throws -> ConversationPage {
    for _ in 0..<Self.fetchLimit {
      let page = try await storedPage(after: cursor, limit: max(1, limit))
      if page.next != nil { return page }
      // The store has no more; perhaps the source does.
      guard try await fetchOlder(limit) else { return page }
    }
    return try await storedPage(after: cursor, limit: max(1, limit))
  }

  private func storedPage(after cursor: Cursor?, limit: Int) async throws -> ConversationPage {
    do {
      return try await store.read {
        try ConversationQuery.page($0, $1, after: cursor, limit: limit)
      }
    } catch is StoreWasRebuilt {
      return ConversationPage(conversations: [], next: nil)
    }
  }

  /// - Returns: whether something may have come.
  private func fetchOlder(_ limit: Int) async throws -> Bool {
    let checkpoint = try await store.read { try ConversationQuery.checkpoint($0, $1) }
    switch try await source.olderMessages(before: checkpoint, limit: limit) {
    case .exhausted: return false
    case .fetched(let batch, let checkpoint, let more):
      try await store.write { db, folder in
        var writer = try BatchWriter(db, folder: folder)
        _ = try writer.apply(batch)
        try ConversationQuery.save(checkpoint, db, folder)
      }
      return more || !batch.isEmpty
    }
  }

  /// How many conversations the store holds.
  public func conversationCount() async throws -> Int {
    try await store.read { try ConversationQuery.count($0, $1) }
  }

  /// Which messages belong together, for comparing with other programs' threading.
  ///
  /// - Parameters:
  ///   - id: go on behind this conversation, or nil from the first.
  ///   - limit: how many conversations at most.
  /// - Returns: by ascending id; fewer than `limit` at the end.
  public func threads(after id: Int64? = nil, limit: Int = 1000) async throws
    -> [ConversationThread]
  {
    try await store.read { try ConversationQuery.threads($0, $1, after: id, limit: limit) }
  }
}
