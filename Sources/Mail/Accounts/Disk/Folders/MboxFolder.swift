import SystemPackage

/// Finds the mboxes among a folder's files.
struct MboxFolder {
  private let listing: FolderListing
  private var otherFilesLeft: Int
  /// Whether more files than the limit were no mboxes. If so, later files are not examined.
  var isExhausted: Bool { otherFilesLeft < 0 }
  private var holdsMail = false
  private var empty: [FolderListing.Entry] = []

  /// - Parameter limit: the highest number of opened files that are no mboxes.
  init(_ listing: FolderListing, limit: Int) {
    self.listing = listing
    otherFilesLeft = limit
  }

  /// Whether a file is certainly an mbox. An empty file may be one: it is kept for ``emptyOnes``.
  ///
  /// - Throws: ``Refusal`` when the file's beginning cannot be read, or the limit is exceeded.
  mutating func isMbox(_ file: FolderListing.Entry) throws(Refusal) -> Bool {
    guard !Self.isIndex(file.name) else { return false }
    // A file with Thunderbird's index beside it is an mbox, and need not be opened.
    if listing.contains(file.name + Array(".msf".utf8)) {
      holdsMail = true
      return true
    }
    guard !isExhausted else { return false }
    switch try MailFile(file.path, in: listing.descriptor) {
    case .mbox:
      holdsMail = true
      return true
    case .empty:
      empty.append(file)
      return false
    case .other, .damaged:
      otherFilesLeft -= 1
      if isExhausted { throw Refusal(reason: "too many files beside it are no mboxes") }
      return false
    }
  }

  /// The empty files that are probably mboxes without mail: by their names, or because there are
  /// mboxes beside them.
  var emptyOnes: [FolderListing.Entry] {
    empty.filter { file in
      let name = file.name.hasSuffix(".gz") ? file.name.dropLast(3) : file.name
      if name.hasSuffix(".mbox") || name.hasSuffix(".mbx") { return true }
      let isPlain = !name.contains(UInt8(ascii: ".")) && !Self.isNote(name)
      return isPlain && (holdsMail || FolderName.isInbox(DiskName.decode(name)))
    }
  }

  /// Whether a file is never an mbox, however it begins.
  private static func isIndex(_ name: [UInt8]) -> Bool {
    [".msf", ".dat", ".lock", ".cmeta", ".ev-summary", ".sqlite", ".db", ".html", ".json"]
      .contains { name.hasSuffix($0) }
  }

  /// Whether a file belongs to a mail server. Such a file may be empty, but is no mbox.
  private static func isNote(_ name: [UInt8]) -> Bool {
    ["subscriptions", "dovecot", "courier", "maildir"].contains { name.starts(with: $0.utf8) }
  }
}

/// The kind of a file, judged by its first bytes.
enum MailFile {
  case mbox
  /// An empty file, such as an mbox from which all mail was fetched.
  case empty
  /// The beginning of a gzip file that cannot be unpacked.
  case damaged
  case other

  /// Examines a file. The path may lead to something else, such as a pipe, which is not waited for.
  ///
  /// - Throws: ``Refusal``, with the system's reason.
  init(_ name: FilePath, in folder: FileDescriptor) throws(Refusal) {
    let file: FileDescriptor
    do throws(Errno) { file = try folder.open(name) } catch { throw Refusal(error) }
    defer { try? file.close() }
    var start = [UInt8](repeating: 0, count: Self.window)
    do {
      // Reads without an offset, which pipes do not support.
      let count = try start.withUnsafeMutableBytes { try file.read(into: $0) }
      start.removeSubrange(count...)
    } catch {
      throw Refusal(error as? Errno ?? .ioError)
    }
    self.init(beginning: &start)
  }

  /// The number of bytes read: enough for a gzip header with a long name, or for white space above
  /// a From line.
  private static let window = 1024 + FromLine.mark.count

  private init(beginning bytes: inout [UInt8]) {
    if bytes.isEmpty {
      self = .empty
    } else if bytes.withUnsafeBufferPointer({ FromLine.place(inFile: $0) != nil }) {
      self = .mbox
    } else if bytes.starts(with: Inflater.mark) {
      self = bytes.withUnsafeMutableBytes { Self.unpacked($0) }
    } else {
      self = .other
    }
  }

  private static func unpacked(_ bytes: UnsafeMutableRawBufferPointer) -> MailFile {
    var room = [UInt8](repeating: 0, count: window)
    return room.withUnsafeMutableBytes { room in
      guard let inflater = try? Inflater(), let result = try? inflater.unpack(bytes, into: room)
      else { return .damaged }
      if result.made == 0, inflater.state == .betweenFiles { return .empty }
      let start = Bytes(rebasing: room.bindMemory(to: UInt8.self)[..<result.made])
      return FromLine.place(inFile: start) == nil ? .other : .mbox
    }
  }
}
