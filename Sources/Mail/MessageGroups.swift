/// Groups a conversation's messages by folder, so that a group is read in one go.
///
/// A group is read when its first message is wanted, and the next group at the same time.
/// Otherwise the connection would return to waiting for mail between two groups, which costs a
/// round trip. A message missing from its group's result is read by itself.
struct MessageGroups {
  /// The task that reads a group. It fails only with an error that concerns every message of the
  /// group.
  typealias Reading = Task<[MessageKey: FoundMessage], any Error>

  private struct Group {
    let folder: FolderID
    var messages: [KnownMessage] = []
    /// The group's reading; nil until it begins, and again after the group's last message.
    var reading: Reading?
  }

  private var groups: [Group] = []
  /// The groups of the messages that are still to be read, in reading order.
  private var order: ArraySlice<Int> = []
  private var current: Int?

  /// The highest number of messages in a group: enough for the newest and at most eight unread
  /// messages, which are shown when a conversation is opened. The first message of a group waits
  /// for all others, so groups must not be much larger.
  static let limit = 10

  /// - Parameter stubs: the messages, in reading order.
  init(_ stubs: [MessageStub]) {
    var open: [FolderID: Int] = [:]
    for stub in stubs {
      let place = stub.places[0]
      let index = open[place.source] ?? groups.count
      if index == groups.count { groups.append(Group(folder: place.source)) }
      groups[index].messages.append(place.message)
      open[place.source] = groups[index].messages.count < Self.limit ? index : nil
      order.append(index)
    }
  }

  /// Goes to the next message. Returns the reading of that message's group, begun if necessary; nil
  /// if there is only one message in all.
  mutating func next(in account: any MailAccount) -> Reading? {
    // The results of a group are dropped after its last message.
    if let current, !order.contains(current) { groups[current].reading = nil }
    current = order.popFirst()
    guard let current, groups.count > 1 || groups[current].messages.count > 1 else { return nil }
    let reading = begin(current, account)
    if let next = order.first(where: { $0 != current }) { _ = begin(next, account) }
    return reading
  }

  private mutating func begin(_ index: Int, _ account: any MailAccount) -> Reading {
    if let reading = groups[index].reading { return reading }
    let (messages, folder) = (groups[index].messages, groups[index].folder)
    let reading = Task { try await Self.read(messages, in: folder, of: account) }
    groups[index].reading = reading
    return reading
  }

  private static func read(
    _ messages: [KnownMessage],
    in folder: FolderID,
    of account: any MailAccount
  ) async throws -> [MessageKey: FoundMessage] {
    do {
      return try await account.messages(messages, in: folder)
    } catch MailError.server(let failure) where failure.isAboutLogin {
      throw MailError.server(failure)
    } catch {
      return [:]
    }
  }

  func cancel() {
    for group in groups { group.reading?.cancel() }
  }
}
