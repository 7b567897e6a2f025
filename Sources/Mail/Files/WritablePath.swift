import Glibc
import SystemPackage

/// Whether anything may be written to a path that a user, or a script of theirs, has named.
///
/// A variable without a value is an empty path, and a place such as `/` or the home folder holds
/// other things: a program that takes either for its own may remove what is there.
public enum WritablePath {
  /// Looks at a path before anything is written to it. Waits for the disk.
  ///
  /// - Throws: ``MailError/pathEmpty``; ``MailError/pathOfOthers(path:)`` for `/`, the home folder,
  ///   and what ends in `.` or `..`; ``MailError/pathIsLink(path:)`` for a symbolic link, with a
  ///   slash behind it or not.
  public static func check(_ path: String) throws(MailError) {
    // Slashes at the end are gone: the system would follow a link for them.
    let file = FilePath(path)
    guard !file.isEmpty else { throw .pathEmpty }
    guard file.lastComponent?.kind == .regular, !isSame(file.string, HomeFolder.path),
      !isSame(file.string, "/")
    else { throw .pathOfOthers(path: path) }
    let kind = kind(of: file.string)
    // Folders on the way to it would be made, and stay.
    guard kind != nil || errno != ENAMETOOLONG else {
      throw .notWritable(path: path, reason: systemReason(ENAMETOOLONG))
    }
    guard kind != S_IFLNK else { throw .pathIsLink(path: path) }
  }

  /// Whether a folder is there, and not a link to one.
  public static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// The file's type, of a link itself; nil where nothing is there.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0
      && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }
}
