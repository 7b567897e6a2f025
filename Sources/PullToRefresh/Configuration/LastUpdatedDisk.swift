import FoundationEssentials
import PullToRefreshGtk

/// The file of a ``LastUpdatedFile``, read and written in order on its own queue.
nonisolated final class LastUpdatedDisk: @unchecked Sendable {
  private let path: String
  private let contents: @Sendable (_ path: String) -> [UInt8]?
  private let queue = DiskQueue(label: "pull-to-refresh.last-updated")
  // Used only on the queue.
  private var seconds: [String: Double] = [:]
  private var hasWarned = false

  /// - Parameter contents: reads a file; tests pass a slow one.
  init(
    path: String,
    contents: @escaping @Sendable (String) -> [UInt8]? = { PrivateFile.contents($0) }
  ) {
    self.path = path
    self.contents = contents
  }

  /// - Parameter receive: called on the main actor with the whole content of the file.
  func read(_ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void) {
    queue.look({ [self] in merged() }, done: receive)
  }

  /// - Parameters:
  ///   - moment: in seconds since 1970; nil removes the key.
  ///   - receive: called on the main actor with the file's whole content afterwards.
  func write(
    _ moment: Double?,
    for key: String,
    _ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void
  ) {
    queue.finish(
      { [self] in
        _ = merged()
        seconds[key] = moment
        write()
        return seconds
      },
      done: receive
    )
  }

  /// - Parameter done: called on the main actor once all earlier calls are done and received.
  func finish(_ done: @escaping @MainActor @Sendable () -> Void) {
    queue.look({}, done: done)
  }

  /// Merges the file's content, because other programs may have written later times.
  private func merged() -> [String: Double] {
    seconds.merge(onDisk, uniquingKeysWith: max)
    return seconds
  }

  private var onDisk: [String: Double] {
    guard let bytes = contents(path) else { return [:] }
    return (try? JSONDecoder().decode([String: Double].self, from: Data(bytes))) ?? [:]
  }

  private func write() {
    do {
      try PrivateFile.write(Array(JSONEncoder().encode(seconds)), to: path)
    } catch {
      guard !hasWarned else { return }
      hasWarned = true
      Diagnostics.warn(
        "pull-to-refresh: cannot keep when lists were refreshed in \(path): \(error)"
      )
    }
  }
}
