import CTidelineGLib
import FoundationEssentials
import Glibc
import SystemPackage

/// A list of files that the program has written, kept in a file beside them: a name and the SHA-256
/// of the content for each, as `sha256sum` writes them.
///
/// Only files that are on it, and still have that content, are the program's own to remove. It is
/// written before they are, so that a process that is killed leaves none that is not on it.
public struct FileManifest: Sendable {
  /// Tells the list from a file of somebody else's that has its name.
  private static let title = "# Written by Tideline, which removes these files only."

  private let path: String
  /// The digests by name. A file that is being replaced has two.
  private var digests: [String: Set<String>] = [:]

  /// An empty list, to be kept at a path.
  public init(new path: String) { self.path = path }

  /// Reads a list. One that is empty has no files.
  ///
  /// - Returns: nil where the path has something else, or nothing that can be read.
  public init?(at path: String) {
    self.path = path
    guard let bytes = Self.content(of: path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.isEmpty || lines[0] == Self.title else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return nil }
      let name = String(words[1].dropFirst())
      // A name leads nowhere else.
      guard name.first != "/", !name.split(separator: "/").contains("..") else { return nil }
      digests[name, default: []].insert(String(words[0]))
    }
  }

  /// The names of the files, in order.
  public var names: [String] { digests.keys.sorted() }

  /// Puts a file onto the list.
  ///
  /// - Parameter name: without line breaks.
  public mutating func add(_ content: [UInt8], as name: String) {
    digests[name, default: []].insert(Self.digest(of: content))
  }

  /// Puts the files of another list onto this one.
  public mutating func add(_ other: FileManifest) {
    digests.merge(other.digests) { $0.union($1) }
  }

  /// Whether the file at a path is on the list under a name, with the content that it was written
  /// with. Waits for the disk.
  public func holds(_ name: String, at path: String) -> Bool {
    guard let known = digests[name], let content = Self.content(of: path) else { return false }
    return known.contains(Self.digest(of: content))
  }

  /// Writes the list in place of an older one.
  ///
  /// - Throws: ``MailError/notWritable(path:reason:)``; then the older one is as it was.
  public func write() throws(MailError) {
    let text = names.reduce(into: "\(Self.title)\n") { text, name in
      for digest in digests[name, default: []].sorted() { text += "\(digest)  \(name)\n" }
    }
    do throws(Errno) {
      guard WritablePath.kind(of: path) != nil else {
        return try NewFile.write(text.utf8, to: path, permissions: .ownerReadWrite)
      }
      removeDraft()
      try NewFile.write(text.utf8, to: draft, permissions: .ownerReadWrite)
      guard rename(draft, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      throw .notWritable(path: path, reason: "\(error)")
    }
  }

  /// Where a list is written before it takes the place of an older one. A process that is killed may
  /// leave it.
  private var draft: String { "\(path).new" }

  private var hasDraft: Bool { FileManifest(at: draft)?.digests.isEmpty == false }

  private func removeDraft() {
    if hasDraft { unlink(draft) }
  }

  /// Whether a path has this list, or one that was to take its place.
  public func isList(_ path: String) -> Bool { path == self.path || path == draft && hasDraft }

  /// Removes the files that are as they were written, by their names as paths from a folder; then
  /// the list, and the folders where nothing else is in them.
  public func removeFiles(in folder: String) {
    for name in names {
      let file = FilePath("\(folder)/\(name)")
      let isInside = WritablePath.isFolder(file.removingLastComponent().string)
      if isInside, holds(name, at: file.string) { unlink(file.string) }
    }
    unlink(path)
    removeDraft()
    // A folder with anything in it stays.
    for name in Set(names.map { FilePath($0).removingLastComponent().string }) where !name.isEmpty {
      rmdir("\(folder)/\(name)")
    }
    rmdir(folder)
  }

  private static func digest(of content: [UInt8]) -> String {
    guard let digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, content, gsize(content.count))
    else { return "" }
    defer { g_free(digest) }
    return String(cString: digest)
  }

  /// The content of a regular file, which may not be a link.
  private static func content(of path: String) -> [UInt8]? {
    guard WritablePath.kind(of: path) == S_IFREG else { return nil }
    return (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) }
  }
}
