/// Which messages of a conversation are read at once: those of one folder.
///
/// A group is read when its first message is wanted, and the next group with it: between two of
/// them the connection would go back to waiting for mail, which costs a round trip. What a group
/// does not bring is read by itself.
struct MessageGroups {
  /// What came of a group. It fails where each of its messages would fail for the same reason.
  typealias Reading = Task<[MessageKey: FoundMessage], any Error>

  private struct Group {
    let folder: FolderID
    var messages: [KnownMessage] = []
    /// Nil before the first of them is wanted, and after the last one.
    var reading: Reading?
  }

  private var groups: [Group] = []
  /// The groups of the messages that are still to be read.
  private var order: ArraySlice<Int> = []
  private var current: Int?

  /// Messages in a group. A conversation is opened with its newest message and eight unread ones at
  /// most, and the first of many should not have to wait for all of them.
  static let limit = 10

  /// - Parameter stubs: in the order in which they are read.
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

  /// The reading that may bring the next message; nil where there is but one.
  mutating func next(in account: any MailAccount) -> Reading? {
    // What has been taken of a group is not kept.
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

  /// Ends what goes on.
  func cancel() {
    for group in groups { group.reading?.cancel() }
  }
}
