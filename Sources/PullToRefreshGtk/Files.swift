import CPullToRefreshGtk
import CPullToRefreshShim
import Dispatch
import Glibc

/// A small file that only its user may read, such as a program's state. It is written as a whole or
/// not at all, even if the process ends meanwhile.
package nonisolated enum PrivateFile {
  /// The content of the file; nil if there is none, or it cannot be read. A pipe counts as no file,
  /// since reading it would never end; so does a file that is too large to be such a file.
  package static func contents(_ path: String) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest
    else { return nil }
    var (bytes, count) = (UnsafeMutablePointer<CChar>?.none, gsize(0))
    guard g_file_get_contents(path, &bytes, &count, nil) != 0, let bytes else { return nil }
    defer { g_free(bytes) }
    return UnsafeRawBufferPointer(start: bytes, count: Int(count)).map { $0 }
  }

  /// The size in bytes of the largest file that is read.
  private static let largest = 4 << 20

  /// Replaces the content of the file, and makes its folder. If the path is a symbolic link, the
  /// call fails, and the link and its target are left unchanged.
  ///
  /// - Throws: the system's reason; the file is then unchanged.
  package static func write(_ contents: [UInt8], to path: String) throws(Failure) {
    makeFolder(of: path)
    guard g_file_test(path, G_FILE_TEST_IS_SYMLINK) == 0 else {
      throw Failure(description: String(cString: g_strerror(ELOOP)))
    }
    // Sets the permissions, because newer versions of GLib keep those of an existing file. A folder
    // keeps its own: it is not replaced.
    if g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0 { chmod(path, 0o600) }
    var error: UnsafeMutablePointer<GError>?
    contents.withUnsafeBytes {
      _ = g_file_set_contents_full(
        path,
        $0.baseAddress?.assumingMemoryBound(to: CChar.self),
        $0.count,
        G_FILE_SET_CONTENTS_CONSISTENT,
        0o600,
        &error
      )
    }
    guard let error else { return }
    defer { g_error_free(error) }
    throw Failure(description: String(cString: error.pointee.message))
  }

  /// A file name for any text, from which nobody can tell the text.
  package static func name(for text: String) -> String {
    String(taking: g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1)) ?? ""
  }

  /// Whether a file's name may be from ``name(for:)``.
  package static func isName(_ name: String) -> Bool {
    name.utf8.count == 64 && name.allSatisfy(\.isHexDigit)
  }

  /// Makes the folder of a file. If this fails, writing will fail, too, with the reason.
  package static func makeFolder(of path: String) {
    g_mkdir_with_parents(String(taking: g_path_get_dirname(path)), 0o700)
  }

  /// A file could not be written.
  package struct Failure: Error, CustomStringConvertible {
    /// The system's reason.
    package let description: String
  }
}

/// Work on a disk that may be slow or hang. It is done in order on its own thread, so that no
/// window waits for it.
package nonisolated final class DiskQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameter label: the name of the thread in a debugger.
  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Performs work after all earlier work.
  ///
  /// - Parameter done: called on the main thread with the result.
  package func look<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    queue.async { Self.run(work, done) }
  }

  /// Performs work that must be finished even if the program ends: the program then waits for it, a
  /// second at most.
  package func finish<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    _ = Self.waitsAtExit
    queue.async(group: Self.unfinished) { Self.run(work, done) }
  }

  /// Waits for work; nil if it takes longer than the limit.
  package func value<Value: Sendable>(
    within limit: Duration,
    of work: @escaping @Sendable () -> Value
  ) -> Value? {
    let (found, isThere) = (Found<Value>(), DispatchSemaphore(value: 0))
    queue.async {
      found.value = work()
      isThere.signal()
    }
    let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
    return isThere.wait(timeout: end) == .success ? found.value : nil
  }

  private static func run<Value: Sendable>(
    _ work: () -> Value,
    _ done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    let value = work()
    DispatchQueue.main.async { done(value) }
  }

  private static let unfinished = DispatchGroup()

  private static let waitsAtExit: Bool = atexit { DiskQueue.waitBeforeExit() } == 0

  /// Waits for unfinished work, a second at most.
  package static func waitBeforeExit() { _ = unfinished.wait(timeout: .now() + 1) }
}

/// A value that is written on the queue, and read after the queue's work.
private nonisolated final class Found<Value: Sendable>: @unchecked Sendable {
  var value: Value?
}

/// The folders for the user's files, by the XDG base directory specification.
package nonisolated enum UserDirectories {
  /// The folder for a program's state, kept from one start to the next: `$XDG_STATE_HOME`.
  package static var state: String { String(cString: g_get_user_state_dir()) }

  /// The name of the program's own folder there: the id of its `GApplication`, else the name that
  /// it has set by `g_set_prgname`; nil if there is neither.
  package static var program: String? { tideline_program_name().map { String(cString: $0) } }
}
