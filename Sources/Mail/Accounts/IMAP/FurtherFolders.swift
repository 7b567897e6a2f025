/// Waits for changes of the folders that are listed besides the one that the account's own connection
/// waits for, on a connection each: IDLE tells of the open folder only (RFC 2177).
actor FurtherFolders {
  /// With the account's own connection and the one for reading they are four. Courier gives a user
  /// four connections from one address, Dovecot ten, and Gmail fifteen from all places; other programs
  /// need some of them.
  static let limit = 2

  private let shared: SharedSession
  private let watch: @Sendable (_ folder: String) -> FolderWatch
  private var watches: [String: FolderWatch] = [:]
  private var revision = 0

  /// - Parameters:
  ///   - shared: the account's own connection.
  ///   - watch: makes what waits for changes of a folder.
  init(
    besides shared: SharedSession,
    _ watch: @escaping @Sendable (_ folder: String) -> FolderWatch
  ) {
    (self.shared, self.watch) = (shared, watch)
  }

  /// Other folders are listed from now on.
  func list(_ change: @Sendable (inout ListedFolders) -> Void) async {
    let listed = await shared.list(change)
    // A later change may have come here first.
    guard listed.revision > revision else { return }
    revision = listed.revision
    let wanted = listed.others.prefix(Self.limit)
    let ended = watches.filter { !wanted.contains($0.key) }
    for name in ended.keys { watches[name] = nil }
    let begun = wanted.filter { watches[$0] == nil }.map { ($0, watch($0)) }
    for (name, watch) in begun { watches[name] = watch }
    for (_, watch) in begun { await watch.begin() }
    for watch in ended.values { await watch.close() }
  }

  func networkChanged() async {
    for watch in watches.values { await watch.networkChanged() }
  }

  /// Ends them; what is listed later begins none.
  func close() async {
    revision = .max
    let all = watches.values
    watches = [:]
    for watch in all { await watch.close() }
  }
}
