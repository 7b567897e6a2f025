/// The right to refresh folders: two refreshes of one folder, in this process or another, would
/// read everything twice. Neither pages nor commits need a lease. A refresh waits for one no longer
/// than ``patience``, and then leaves the folder to the refresh that has it.
final class FolderLeases: Sendable {
  /// The folders' numbers in the store.
  let folders: Set<Int64>
  /// Whether another refresh had some of them first, and what it has stored is not known here.
  let hasWaited: Bool
  private let lock: StoreLock

  /// So long a refresh that was cancelled takes to end, with its last commit.
  private static let patience = Duration.seconds(2)

  /// Takes the leases that are free, or become so in a moment.
  ///
  /// - Throws: ``MailError/storeBusy(path:)`` where there are folders, and none of their leases is
  ///   free; or `CancellationError`.
  init(_ wanted: [Int64], of store: String) async throws {
    lock = try StoreLock(forLeasesOf: store)
    let deadline = ContinuousClock.now + Self.patience
    var taken: Set<Int64> = []
    var hasWaited = false
    while true {
      for folder in wanted where !taken.contains(folder) {
        if try lock.take(folder) { taken.insert(folder) }
      }
      if taken.count == wanted.count { break }
      if ContinuousClock.now >= deadline {
        if taken.isEmpty { throw MailError.storeBusy(path: store) }
        break
      }
      hasWaited = true
      try await Task.sleep(for: .milliseconds(20))
    }
    (folders, self.hasWaited) = (taken, hasWaited)
  }
}
