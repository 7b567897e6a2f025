import Dispatch
import FoundationEssentials
import Glibc
import Gtk

/// The file of a ``LastUpdatedFile``, read and written in order on a queue of its own.
nonisolated final class LastUpdatedDisk: @unchecked Sendable {
  private let path: String
  private let readData: @Sendable (_ path: String) -> Data?
  private let queue = DispatchQueue(label: "pull-to-refresh.last-updated")
  // Used on the queue alone.
  private var seconds: [String: Double] = [:]
  private var hasWarned = false

  /// - Parameter readData: reads a file; a test gives one that takes its time.
  init(
    path: String,
    readData: @escaping @Sendable (String) -> Data? = { FileManager.default.contents(atPath: $0) }
  ) {
    self.path = path
    self.readData = readData
  }

  /// - Parameter receive: called on the main actor with all that the file has.
  func read(_ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void) {
    run(receive) {}
  }

  /// - Parameters:
  ///   - moment: in seconds since 1970; nil forgets the key.
  ///   - receive: called on the main actor with all that the file has then.
  func write(
    _ moment: Double?,
    for key: String,
    _ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void
  ) {
    _ = Self.waitsAtExit
    run(receive) { [self] in
      seconds[key] = moment
      write()
    }
  }

  /// - Parameter done: called on the main actor once all before it is done and was received.
  func finish(_ done: @escaping @MainActor @Sendable () -> Void) {
    queue.async { DispatchQueue.main.async { done() } }
  }

  private func run(
    _ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void,
    _ change: @escaping @Sendable () -> Void
  ) {
    queue.async(group: Self.unfinished) { [self] in
      // Others may have written by now, and later moments than those known here.
      seconds.merge(onDisk, uniquingKeysWith: max)
      change()
      let seconds = seconds
      DispatchQueue.main.async { receive(seconds) }
    }
  }

  private var onDisk: [String: Double] {
    guard let data = readData(path) else { return [:] }
    return (try? JSONDecoder().decode([String: Double].self, from: data)) ?? [:]
  }

  private func write() {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        atPath: url.deletingLastPathComponent().path,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      try JSONEncoder().encode(seconds).write(to: url, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    } catch {
      guard !hasWarned else { return }
      hasWarned = true
      Diagnostics.warn(
        "pull-to-refresh: cannot keep when lists were refreshed in \(path): \(error)"
      )
    }
  }

  private static let unfinished = DispatchGroup()

  /// A program may end right after a refresh: what is not yet written has a second then.
  private static let waitsAtExit: Bool = atexit { LastUpdatedDisk.waitBeforeExit() } == 0

  static func waitBeforeExit() { _ = unfinished.wait(timeout: .now() + 1) }
}
