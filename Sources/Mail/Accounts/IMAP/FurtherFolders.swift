/// Waits for changes of the listed folders other than the one on the account's own connection. Each
/// has its own connection, since IDLE reports only on the open folder (RFC 2177).
actor FurtherFolders {
  /// The highest number of such connections; with the account's own and the one for reading they
  /// are four. Courier allows a user four connections from one address, Dovecot ten, and Gmail
  /// fifteen from all places; other programs need some of them.
  static let limit = 2

  private let shared: SharedSession
  private let watch: @Sendable (_ folder: String) -> FolderWatch
  private var watches: [String: FolderWatch] = [:]
  private var revision = 0

  /// - Parameters:
  ///   - shared: the account's own connection.
  ///   - watch: makes the watch of a folder.
  init(
    besides shared: SharedSession,
    _ watch: @escaping @Sendable (_ folder: String) -> FolderWatch
  ) {
    (self.shared, self.watch) = (shared, watch)
  }

  /// Changes the listed folders, and begins or ends watches accordingly.
  func list(_ change: @Sendable (inout ListedFolders) -> Void) async {
    let listed = await shared.list(change)
    // Skips this change if a later one was handled first.
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

  /// Ends all watches, and begins no more.
  func close() async {
    revision = .max
    let all = watches.values
    watches = [:]
    for watch in all { await watch.close() }
  }
}
