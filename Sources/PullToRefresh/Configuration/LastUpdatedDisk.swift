import FoundationEssentials
import PullToRefreshGtk

/// The file of a ``LastUpdatedFile``, read and written in order on a queue of its own.
nonisolated final class LastUpdatedDisk: @unchecked Sendable {
  private let path: String
  private let contents: @Sendable (_ path: String) -> [UInt8]?
  private let queue = DiskQueue(label: "pull-to-refresh.last-updated")
  // Used on the queue alone.
  private var seconds: [String: Double] = [:]
  private var hasWarned = false

  /// - Parameter contents: reads a file; a test gives one that takes its time.
  init(
    path: String,
    contents: @escaping @Sendable (String) -> [UInt8]? = { PrivateFile.contents($0) }
  ) {
    self.path = path
    self.contents = contents
  }

  /// - Parameter receive: called on the main actor with all that the file has.
  func read(_ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void) {
    queue.look({ [self] in merged() }, done: receive)
  }

  /// - Parameters:
  ///   - moment: in seconds since 1970; nil forgets the key.
  ///   - receive: called on the main actor with all that the file has then.
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

  /// - Parameter done: called on the main actor once all before it is done and was received.
  func finish(_ done: @escaping @MainActor @Sendable () -> Void) {
    queue.look({}, done: done)
  }

  /// Others may have written by now, and later moments than those known here.
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
