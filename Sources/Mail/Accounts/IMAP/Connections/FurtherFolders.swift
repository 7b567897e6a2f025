/// Waits for changes of listed folders (``ListedFolders``) other than the folder on the account's
/// own connection. Each folder needs a connection, since IDLE reports only on the open folder (RFC
/// 2177).
actor FurtherFolders {
  /// The highest number of folders watched here. With the account's own connection and the
  /// connection for reading, an account has up to four connections. Courier allows a user four from
  /// one address, Dovecot ten, and Gmail fifteen from all places; other programs need some, too.
  static let limit = 2

  private let shared: SharedSession
  private let make: @Sendable (_ folder: String) -> SharedSession
  private var connections: [String: SharedSession] = [:]
  private var revision = 0

  /// - Parameter make: makes a connection that only waits for changes of a folder.
  init(
    besides shared: SharedSession,
    _ make: @escaping @Sendable (_ folder: String) -> SharedSession
  ) {
    (self.shared, self.make) = (shared, make)
  }

  /// Changes the listed folders, and opens or closes connections accordingly.
  func list(_ change: @Sendable (inout ListedFolders) -> Void) async {
    let listed = await shared.list(change)
    // Skips this change if a later one was handled first.
    guard listed.revision > revision else { return }
    revision = listed.revision
    let wanted = listed.others.prefix(Self.limit)
    let ended = connections.filter { !wanted.contains($0.key) }
    for name in ended.keys { connections[name] = nil }
    let begun = wanted.filter { connections[$0] == nil }.map { ($0, make($0)) }
    for (name, connection) in begun { connections[name] = connection }
    for (_, connection) in begun { await connection.startWatching() }
    for connection in ended.values { await connection.close() }
  }

  func networkChanged() async {
    for connection in connections.values { await connection.networkChanged() }
  }

  /// Closes all connections, and opens no more.
  func close() async {
    revision = .max
    let all = connections.values
    connections = [:]
    for connection in all { await connection.close() }
  }
}

/// The folders listed in the program's windows. The account's own connection waits for changes of
/// one folder: the inbox if a window lists the inbox, since new mail comes there; else the folder
/// listed last.
struct ListedFolders {
  private var names: [String] = []
  /// The folder that the account's own connection watches. Stays the same while none is listed.
  private(set) var waitedFor: String
  /// A number that grows with each change.
  private(set) var revision = 0

  /// - Parameter waitedFor: the folder that the connection watches while none is listed.
  init(waitedFor: String) { self.waitedFor = waitedFor }

  /// The other listed folders, beginning with the folder listed last.
  var others: [String] {
    var others: [String] = []
    for name in names.reversed() where name != waitedFor && !others.contains(name) {
      others.append(name)
    }
    return others
  }

  mutating func add(_ name: String) {
    names.append(name)
    choose()
  }

  mutating func remove(_ name: String) {
    if let place = names.lastIndex(of: name) { names.remove(at: place) }
    choose()
  }

  private mutating func choose() {
    revision += 1
    guard let last = names.last else { return }
    waitedFor = names.contains(IMAPFolders.inbox) ? IMAPFolders.inbox : last
  }
}
