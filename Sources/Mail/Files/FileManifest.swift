import FoundationEssentials
import Glibc
import SystemPackage

/// A list of the files that the program has written, in a file beside them: each name with the
/// SHA-256 of the content, in the form of `sha256sum`.
///
/// The program removes only files that are listed and still have the listed content. The list is
/// written before the files, so a process that is killed leaves no unlisted file.
public struct FileManifest: Sendable {
  /// The first line. It distinguishes the list from another program's file of the same name.
  private static let title = "# Written by Tideline, which removes these files only."

  private let path: String
  /// Digests by name. A file that is being replaced has two.
  private var digests: [String: Set<String>] = [:]

  /// Makes an empty list. ``write()`` saves the list at the path.
  public init(new path: String) { self.path = path }

  /// Reads a list; an empty file is a list without files.
  ///
  /// - Returns: nil if the file is not such a list, is not a regular file or cannot be read.
  public init?(at path: String) {
    self.path = path
    guard let bytes = Self.content(of: path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.isEmpty || lines[0] == Self.title else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return nil }
      let name = String(words[1].dropFirst())
      // A name must not lead out of the folder.
      guard name.first != "/", !name.split(separator: "/").contains("..") else { return nil }
      digests[name, default: []].insert(String(words[0]))
    }
  }

  /// The names of the listed files, sorted.
  public var names: [String] { digests.keys.sorted() }

  /// Adds a file to the list.
  ///
  /// - Parameter name: the file's name, without line breaks.
  public mutating func add(_ content: [UInt8], as name: String) {
    digests[name, default: []].insert(Self.digest(of: content))
  }

  /// Adds the files of another list.
  public mutating func add(_ other: FileManifest) {
    digests.merge(other.digests) { $0.union($1) }
  }

  /// Whether the file at a path is listed under a name, and still has the listed content. Waits for
  /// the disk.
  public func holds(_ name: String, at path: String) -> Bool {
    guard let known = digests[name], let content = Self.content(of: path) else { return false }
    return known.contains(Self.digest(of: content))
  }

  /// Writes the list to its path, where it replaces an older list.
  ///
  /// - Throws: ``MailError/notWritable(path:reason:)``; then the older list is unchanged.
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

  /// The temporary file that replaces an older list when complete. A process that is killed may
  /// leave it behind.
  private var draft: String { "\(path).new" }

  private var hasDraft: Bool { FileManifest(at: draft)?.digests.isEmpty == false }

  private func removeDraft() {
    if hasDraft { unlink(draft) }
  }

  /// Whether the path is that of this list, or of its temporary file.
  public func isList(_ path: String) -> Bool { path == self.path || path == draft && hasDraft }

  /// Removes the listed files whose content is unchanged, then the list, then empty folders. The
  /// listed names are paths relative to `folder`.
  public func removeFiles(in folder: String) {
    for name in names {
      let file = FilePath("\(folder)/\(name)")
      let isInside = WritablePath.isFolder(file.removingLastComponent().string)
      if isInside, holds(name, at: file.string) { unlink(file.string) }
    }
    unlink(path)
    removeDraft()
    // A folder that is not empty stays.
    for name in Set(names.map { FilePath($0).removingLastComponent().string }) where !name.isEmpty {
      rmdir("\(folder)/\(name)")
    }
    rmdir(folder)
  }

  private static func digest(of content: [UInt8]) -> String {
    let sum = Checksum()
    content.withUnsafeBufferPointer { sum.add($0) }
    return sum.hexadecimal
  }

  /// The content of a regular file; links are not followed.
  private static func content(of path: String) -> [UInt8]? {
    guard WritablePath.kind(of: path) == S_IFREG else { return nil }
    return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }
}
