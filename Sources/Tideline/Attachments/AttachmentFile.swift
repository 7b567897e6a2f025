import CTidelineGLib
import Glibc
import Mail
import SystemPackage

/// Writes attachments to a disk. None is ever made such that it can be run.
nonisolated enum AttachmentFile {
  /// Writes a new file into a folder, under another name where there is one of that name.
  ///
  /// - Parameter mode: its permissions, of which the user's own are taken away (`umask`).
  /// - Returns: the file's path.
  /// - Throws: ``MailError/notWritable(path:reason:)``; then there is no new file.
  static func create(
    _ content: [UInt8],
    _ name: String,
    in folder: String,
    mode: FilePermissions
  ) throws -> String {
    guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
      throw MailError.notWritable(path: folder, reason: "\(Errno.invalidArgument)")
    }
    for number in 1...1_000 {
      let path = folder + "/" + (number == 1 ? name : AttachmentName.numbered(name, number))
      do {
        try NewFile.write(content, to: path, permissions: mode)
        return path
      } catch Errno.fileExists {
        continue
      } catch {
        throw MailError.notWritable(path: path, reason: "\(error)")
      }
    }
    throw MailError.notWritable(path: folder, reason: "\(Errno.fileExists)")
  }

  /// Writes a file that the user has named, in place of one that is there.
  ///
  /// - Throws: ``MailError/notWritable(path:reason:)``; then what was there is as it was.
  static func replace(_ content: [UInt8], at path: String) throws {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
    var error: UnsafeMutablePointer<GError>?
    content.withUnsafeBytes {
      _ = g_file_replace_contents(
        file,
        $0.baseAddress?.assumingMemoryBound(to: CChar.self),
        gsize($0.count),
        nil,
        0,
        // A file that could be run leaves that behind.
        G_FILE_CREATE_REPLACE_DESTINATION,
        nil,
        nil,
        &error
      )
    }
    guard let error else { return }
    defer { g_error_free(error) }
    throw MailError.notWritable(path: path, reason: String(cString: error.pointee.message))
  }
}
