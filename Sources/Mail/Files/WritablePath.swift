import CTidelineGLib
import Glibc
import SystemPackage

/// Checks whether a path given by a user or a script may be written to.
///
/// A shell variable without a value gives an empty path, or `/`, or the home folder. A program that
/// took such a path for its own might remove the files of others.
public enum WritablePath {
  /// Checks a path before anything is written to it. Waits for the disk.
  ///
  /// - Throws: ``MailError/pathEmpty``; ``MailError/pathOfOthers(path:)`` for `/`, the home folder,
  ///   and paths that end in `.` or `..`; ``MailError/pathIsLink(path:)`` for a symbolic link, with
  ///   or without a slash at the end; ``MailError/notWritable(path:reason:)`` for a too long name.
  public static func check(_ path: String) throws(MailError) {
    // `FilePath` drops slashes at the end. With a slash, the system would follow a link.
    let file = FilePath(path)
    guard !file.isEmpty else { throw .pathEmpty }
    guard file.lastComponent?.kind == .regular, !isSame(file.string, HomeFolder.path),
      !isSame(file.string, "/")
    else { throw .pathOfOthers(path: path) }
    let kind = kind(of: file.string)
    // Refuses a name that is too long before any parent folder is created for it.
    guard kind != nil || errno != ENAMETOOLONG else {
      throw .notWritable(path: path, reason: systemReason(ENAMETOOLONG))
    }
    guard kind != S_IFLNK else { throw .pathIsLink(path: path) }
  }

  /// The folder of a file. Unlike a URL, this gives `~` no meaning.
  static func folder(of path: String) -> String {
    let folder = FilePath(path).removingLastComponent().string
    return folder.isEmpty ? "." : folder
  }

  /// Removes other users' permissions on a file or folder, and adds none for its owner. Does not
  /// follow a link.
  package static func takeFromOthers(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK,
      status.st_mode & 0o077 != 0
    else { return }
    chmod(path, status.st_mode & 0o700)
  }

  /// Whether there is a folder, and not a link to one.
  public static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// The file's type, without following a link; nil if there is no file.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.identity == two.identity
  }
}

extension stat {
  /// The device and the inode number: no two files have the same.
  var identity: [UInt64] { [UInt64(st_dev), UInt64(st_ino)] }
}

/// The user's folders according to GLib. GLib reads the environment once, so later changes of it
/// have no effect.
public enum HomeFolder {
  /// The value of `$HOME`, or else the home folder in the system's user database.
  public static var path: String { String(cString: g_get_home_dir()) }
  /// `$XDG_CACHE_HOME`, or `~/.cache`.
  static var cache: String { String(cString: g_get_user_cache_dir()) }
  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  static var config: String { String(cString: g_get_user_config_dir()) }
  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  static var data: String { String(cString: g_get_user_data_dir()) }
}
