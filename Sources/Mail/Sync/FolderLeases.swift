import Synchronization

/// The right to refresh folders: two refreshes of one folder, in this process or another, would
/// read everything twice. Neither pages nor commits need a lease. A refresh waits for one no longer
/// than ``patience``, and then leaves the folder to the refresh that has it. Where that is one of this
/// process, and nothing else is left to do, it waits until that has ended.
final class FolderLeases: Sendable {
  /// The folders' numbers in the store.
  let folders: Set<Int64>
  private let lock: StoreLock
  private let store: String
  /// Of the folders, those that were not given back.
  private let held: Mutex<Set<Int64>>
  /// What this process has, by the path of the store.
  private static let own = Mutex<[String: Set<Int64>]>([:])

  /// So long a refresh that was cancelled takes to end, with its last commit.
  private static let patience = Duration.seconds(2)

  /// Takes the leases that are free, or become so in a moment.
  ///
  /// - Throws: ``MailError/storeBusy(path:)`` where there are folders, and none of their leases is
  ///   free; or `CancellationError`.
  init(_ wanted: [Int64], of store: String) async throws {
    lock = try StoreLock(forLeasesOf: store)
    self.store = store
    let deadline = ContinuousClock.now + Self.patience
    var taken: Set<Int64> = []
    while true {
      for folder in wanted where !taken.contains(folder) {
        if try lock.take(folder) { taken.insert(folder) }
      }
      if taken.count == wanted.count { break }
      if ContinuousClock.now >= deadline {
        if !taken.isEmpty { break }
        let own = Self.own.withLock { $0[store] ?? [] }
        let isOwn = !own.isDisjoint(with: wanted)
        if !isOwn { throw MailError.storeBusy(path: store) }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    folders = taken
    held = Mutex(taken)
    Self.own.withLock { [taken] in $0[store, default: []].formUnion(taken) }
  }

  deinit { end() }

  func end() { for folder in held.withLock(\.self) { release(folder) } }

  /// A folder is done with, before the others are.
  func release(_ folder: Int64) {
    guard held.withLock({ $0.remove(folder) }) != nil else { return }
    // Who waits for it must not find it taken, and by nobody here.
    lock.release(folder)
    Self.own.withLock { _ = $0[store]?.remove(folder) }
  }
}
