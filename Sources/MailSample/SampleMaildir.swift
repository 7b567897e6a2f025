import FoundationEssentials
import Glibc
import Mail

/// The Maildir that a sample is written into.
struct SampleMaildir {
  struct File {
    /// The file's path in the Maildir, such as `cur/1:2,S`.
    let name: String
    let bytes: [UInt8]
    /// The time of delivery, in seconds since 1970.
    let received: Int64
  }

  private let path: String

  /// The name of the ``FileManifest``. Maildir readers skip names that begin with a dot.
  private static let list = ".tideline-sample"
  private static let folders = ["tmp", "new", "cur"]

  private init(_ path: String) { self.path = path }

  /// Writes a sample, and replaces an older one whose messages are all unchanged; mail programs may
  /// have marked them as read.
  ///
  /// - Throws: ``MailError``. If the folder contains anything else, nothing is changed.
  static func write(_ files: [File], to path: String) throws(MailError) {
    try WritablePath.check(path)
    let longest = files.map(\.name).max { $0.utf8.count < $1.utf8.count } ?? Self.list
    try WritablePath.check("\(path)/\(longest)")
    let maildir = SampleMaildir(path)
    let older = try maildir.olderFiles()
    try maildir.makeFolders([""])
    var list = FileManifest(new: maildir.listPath)
    for file in files { list.add(file.bytes, as: unique(file.name)) }
    var both = list
    both.add(older.list)
    try both.write()
    // Makes these folders only after the list: a folder with content but no list is the user's own.
    try maildir.makeFolders(Self.folders)
    for name in older.names where both.holds(unique(name), at: "\(path)/\(name)") {
      unlink("\(path)/\(name)")
    }
    for file in files { try maildir.write(file) }
    try list.write()
  }

  private var listPath: String { "\(path)/\(Self.list)" }

  /// The older sample in the folder: its list, and the present names of its files.
  ///
  /// - Throws: ``MailError/sampleFolderInUse(path:name:)`` if the folder contains anything else.
  private func olderFiles() throws(MailError) -> (list: FileManifest, names: [String]) {
    guard WritablePath.isFolder(path) else {
      guard access(path, F_OK) != 0 else {
        throw .notWritable(path: path, reason: "it is no folder")
      }
      return (FileManifest(new: listPath), [])
    }
    let top = try content(of: path)
    guard !top.isEmpty else { return (FileManifest(new: listPath), []) }
    guard top.contains(Self.list), let list = FileManifest(at: listPath) else {
      throw inUse(by: top.first { $0 != Self.list } ?? Self.list)
    }
    if let other = top.first(where: { !list.isList("\(path)/\($0)") && !isFolderOfOurs($0) }) {
      throw inUse(by: other)
    }
    var names: [String] = []
    for folder in Self.folders where top.contains(folder) {
      names += try content(of: "\(path)/\(folder)").map { "\(folder)/\($0)" }
    }
    if let other = names.first(where: { !list.holds(Self.unique($0), at: "\(path)/\($0)") }) {
      throw inUse(by: other)
    }
    return (list, names)
  }

  private func inUse(by name: String) -> MailError { .sampleFolderInUse(path: path, name: name) }

  private func isFolderOfOurs(_ name: String) -> Bool {
    Self.folders.contains(name) && WritablePath.isFolder("\(path)/\(name)")
  }

  private func content(of folder: String) throws(MailError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw .notWritable(path: folder, reason: FileReason.of(error))
    }
  }

  private func makeFolders(_ names: [String]) throws(MailError) {
    do {
      for folder in names {
        try FileManager.default.createDirectory(
          atPath: "\(path)/\(folder)",
          withIntermediateDirectories: true
        )
      }
    } catch {
      throw .notWritable(path: path, reason: FileReason.of(error))
    }
  }

  private func write(_ file: File) throws(MailError) {
    let path = "\(path)/\(file.name)"
    try SampleFile.write(file.bytes, to: path)
    let time = timespec(tv_sec: Int(file.received), tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// The part of a name that stays when a mail program marks the message: the name without its
  /// folder and flags.
  private static func unique(_ name: String) -> String {
    let last = name.split(separator: "/").last ?? ""
    return String(last.prefix { $0 != ":" })
  }
}

enum SampleFile {
  static func write(_ bytes: [UInt8], to path: String) throws(MailError) {
    do {
      try NewFile.write(bytes, to: path)
    } catch {
      throw .notWritable(path: path, reason: "\(error)")
    }
  }
}

/// The system's reason why a file could not be read or written.
enum FileReason {
  /// The reason of the last system call.
  static var last: String { String(cString: strerror(errno)) }

  /// The reason that Foundation wraps.
  static func of(_ error: any Error) -> String {
    let inner = (error as? CocoaError)?.underlying as? POSIXError
    return inner.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
  }
}
