import FoundationEssentials
import Mail
import Synchronization

/// An account on a server that delivers its mail page by page: the newest first, by the dates of
/// the messages, which need not be the order in which they arrived.
///
/// Before each answer, a test decides whether it takes long, fails, or never comes.
public final class PagedAccount: MailAccount {
  /// The answer that the server gives next.
  public enum Step: Sendable, Hashable {
    case folders
    case sync(FolderID)
    case older(FolderID)
    case message(FolderID)
  }

  /// The server's mail.
  public struct Mail: Sendable {
    /// The folders in the order of the folder list; in each, the newest message first.
    public private(set) var folders: [(id: FolderID, messages: [Message])] = []
    private var last = 0

    /// A message in a folder.
    public struct Message: Sendable {
      /// The message's number in the order of arrival in the account.
      public var number: Int
      public var flags: MessageFlags
      public var head: MessageHead

      var key: MessageKey { MessageKey(bytes: Array("\(number)".utf8)) }

      fileprivate func precedes(_ other: Message) -> Bool {
        (head.date, number) > (other.head.date, other.number)
      }
    }

    public init() {}

    /// Adds a folder with these messages in it.
    public mutating func add(_ id: FolderID, _ heads: [MessageHead]) {
      let messages = heads.map { head in
        last += 1
        return Message(number: last, flags: [], head: head)
      }
      folders.append((id, messages.sorted { $0.precedes($1) }))
    }

    /// Adds a message to a folder.
    public mutating func deliver(_ head: MessageHead, to folder: Int) {
      last += 1
      let message = Message(number: last, flags: [], head: head)
      let position = folders[folder].messages.firstIndex { message.precedes($0) }
      folders[folder].messages.insert(message, at: position ?? folders[folder].messages.count)
    }

    /// Removes a message.
    public mutating func delete(_ position: Int, from folder: Int) {
      folders[folder].messages.remove(at: position)
    }

    /// Sets a message's flags.
    public mutating func flag(_ position: Int, of folder: Int, _ flags: MessageFlags) {
      folders[folder].messages[position].flags = flags
    }

    /// The number of the message that arrived last.
    var lastNumber: Int { last }

    subscript(folder: FolderID) -> [Message] {
      folders.first { $0.id == folder }?.messages ?? []
    }
  }

  public let id: AccountID
  public let title = "Paged"
  /// The server's present mail.
  public let mail: Mutex<Mail>
  private let answering = Mutex<@Sendable (Step) async throws -> Void>({ _ in })
  private let arrived:
    (stream: AsyncStream<FolderChange>, continuation: AsyncStream<FolderChange>.Continuation)

  public init(_ mail: Mail, id: AccountID = .server(UUID())) {
    self.id = id
    self.mail = Mutex(mail)
    arrived = AsyncStream.makeStream(of: FolderChange.self)
  }

  /// Sets a function to call before each answer.
  public func beforeAnswering(_ body: @escaping @Sendable (Step) async throws -> Void) {
    answering.withLock { $0 = body }
  }

  private func answer(_ step: Step) async throws {
    try await answering.withLock { $0 }(step)
  }

  private func folders() async throws -> FolderTree {
    try await answer(.folders)
    return FolderTree(
      mail.withLock { $0.folders }.enumerated().map { index, folder in
        FolderTree.Folder(
          id: folder.id,
          name: index == 0 ? .inbox : FolderName(folder.id.text) ?? .inbox,
          firstHorizon: .unread
        )
      }
    )
  }

  public func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws {
    for folder in try await sink.begin(folders()) {
      do {
        try await sync(folder, window, sink)
      } catch let error as MailError {
        await sink.fail(folder.id, with: error)
      }
    }
  }

  private func sync(
    _ folder: SyncFolder,
    _ window: SyncWindow,
    _ sink: any SyncSink
  ) async throws {
    try await answer(.sync(folder.id))
    let (messages, last) = mail.withLock { ($0[folder.id], $0.lastNumber) }
    if folder.horizon == .unread {
      try await sink.report(Self.page(messages, window.messages), in: folder.id)
    } else {
      let known = try await sink.known(in: folder.id)
      let seen = folder.checkpoint.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) }
      let there = Dictionary(uniqueKeysWithValues: messages.map { ($0.key, $0.flags) })
      var batch = MailBatch()
      batch.gone = known.keys.filter { there[$0] == nil }
      for (key, flags) in known {
        if let now = there[key], now != flags { batch.flagged[key] = now }
      }
      try await answer(.sync(folder.id))
      try await sink.report(batch, in: folder.id)
      try await answer(.sync(folder.id))
      batch = MailBatch()
      // A first sync that was interrupted has read down to the horizon, and stored no checkpoint.
      batch.new =
        messages.filter { $0.number > seen ?? 0 }
        .prefix { seen != nil || $0.head.date >= folder.horizon?.seconds ?? .min }
        .map(IncomingMessage.init)
      try await sink.report(batch, in: folder.id)
    }
    try await answer(.sync(folder.id))
    try await sink.finish(folder.id, at: SyncCheckpoint(bytes: Data("\(last)".utf8)))
  }

  public func older(in folder: SyncFolder, limit: Int, into sink: any SyncSink) async throws {
    try await answer(.older(folder.id))
    guard let horizon = folder.horizon else { return }
    let messages = mail.withLock { $0[folder.id] }
    let number = Int(String(decoding: horizon.key, as: UTF8.self)) ?? .max
    let below = messages.drop { ($0.head.date, $0.number) >= (horizon.seconds, number) }
    let batch = Self.page(Array(below), limit)
    try await answer(.older(folder.id))
    // Some servers answer in two parts, and report messages twice.
    var half = batch
    (half.new, half.horizon) = (Array(batch.new.prefix(batch.new.count / 2)), nil)
    if !half.new.isEmpty { try await sink.report(half, in: folder.id) }
    try await answer(.older(folder.id))
    try await sink.report(batch, in: folder.id)
  }

  private static func page(_ messages: [Mail.Message], _ limit: Int) -> MailBatch {
    var batch = MailBatch()
    let page = messages.prefix(limit)
    batch.new = page.map(IncomingMessage.init)
    if page.count == messages.count {
      batch.horizon = .reachedEnd
    } else if let last = page.last {
      batch.horizon = .moved(
        to: Horizon(seconds: last.head.date, key: Data("\(last.number)".utf8))
      )
    }
    return batch
  }

  public func message(_ place: KnownMessage, in folder: FolderID) async throws -> FoundMessage {
    try await answer(.message(folder))
    let found = mail.withLock { mail in mail[folder].first { $0.key == place.key } }
    guard let found else { throw MailError.messageGone(path: folder.text) }
    let text = """
      From: \(found.head.senders.joined(separator: ", "))
      Subject: \(found.head.subject)
      Message-ID: <\(found.head.messageID)>

      \(found.head.snippet)
      """
    return FoundMessage(
      bytes: Array(text.utf8),
      isCut: false,
      path: folder.text,
      received: found.head.date
    )
  }

  public func arrivals(in folder: FolderID?) -> Arrivals { .stream(arrived.stream) }

  /// Reports that mail has arrived.
  public func tellOfMail(in folder: FolderID?) {
    arrived.continuation.yield(FolderChange(in: folder))
  }
}

extension IncomingMessage {
  fileprivate init(_ message: PagedAccount.Mail.Message) {
    self.init(key: message.key, flags: message.flags, head: message.head)
  }
}
