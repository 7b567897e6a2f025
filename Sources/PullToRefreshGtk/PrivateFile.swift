import CPullToRefreshGtk
import Glibc

/// A small file that only its user may read, such as a program's state. It is written as a whole or
/// not at all, even if the process ends meanwhile.
package nonisolated enum PrivateFile {
  /// The content of the file; nil if there is none, or it cannot be read. A pipe counts as no file,
  /// since reading it would never end.
  package static func contents(_ path: String) -> [UInt8]? {
    guard g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0 else { return nil }
    var (bytes, count) = (UnsafeMutablePointer<CChar>?.none, gsize(0))
    guard g_file_get_contents(path, &bytes, &count, nil) != 0, let bytes else { return nil }
    defer { g_free(bytes) }
    return UnsafeRawBufferPointer(start: bytes, count: Int(count)).map { $0 }
  }

  /// Replaces the content of the file, and makes its folder. If the path is a symbolic link, the
  /// call fails, and the link and its target are left unchanged.
  ///
  /// - Throws: the system's reason; the file is then unchanged.
  package static func write(_ contents: [UInt8], to path: String) throws(Failure) {
    makeFolder(of: path)
    guard g_file_test(path, G_FILE_TEST_IS_SYMLINK) == 0 else {
      throw Failure(description: String(cString: g_strerror(ELOOP)))
    }
    // Sets the permissions, because newer versions of GLib keep those of an existing file.
    _ = chmod(path, 0o600)
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

  /// Makes the folder of a file. If this fails, writing will fail, too, with the reason.
  package static func makeFolder(of path: String) {
    let folder = g_path_get_dirname(path)
    defer { g_free(folder) }
    g_mkdir_with_parents(folder, 0o700)
  }

  /// A file could not be written.
  package struct Failure: Error, CustomStringConvertible {
    /// The system's reason.
    package let description: String
  }
}
