import SystemPackage

/// Finds messages in a Maildir, whose files move from new/ to cur/ and are renamed with each change
/// of flags.
struct MaildirFinder: MessageFinder {
  let path: FilePath
  let hasNew: Bool

  /// The highest number of searches for a message that keeps moving.
  private static let attempts = 5

  func find(_ message: KnownMessage) async throws -> FoundMessage {
    let key = message.key
    do {
      let folders = try MaildirFolders(path: path, hasNew: hasNew)
      for name in Self.likelyNames(message) {
        if let found = try read(name, isNew: false, from: folders) { return found }
      }
      for _ in 0..<Self.attempts {
        try Task.checkCancellation()
        let before = try folders.stamp()
        if let entry = try folders.entry(key) {
          if let found = try read(entry.name, isNew: entry.isNew, from: folders) { return found }
        } else if try folders.stamp() == before {
          break
        }
      }
    } catch let refusal as Refusal {
      throw MailError.messageUnreadable(path: path.description, reason: refusal.reason)
    }
    throw MailError.messageGone(path: path.description)
  }

  func path(of message: KnownMessage) -> String? {
    guard let folders = try? MaildirFolders(path: path, hasNew: hasNew) else { return nil }
    for name in Self.likelyNames(message) {
      for isNew in [false, true] where folders.holds(name, isNew: isNew) {
        return path(of: name, isNew: isNew).description
      }
    }
    return (try? folders.entry(message.key)).map {
      path(of: $0.name, isNew: $0.isNew).description
    }
  }

  private func path(of name: [CChar], isNew: Bool) -> FilePath {
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    return path.appending(isNew ? "new" : "cur").appending(bytes)
  }

  /// A message's likely file names. If a file has one of these names, no folder need be listed. A
  /// file has another name if its flags have changed, or the file system allows no colons.
  private static func likelyNames(_ message: KnownMessage) -> [[CChar]] {
    let (key, flags) = (message.key, message.flags)
    let letters = MaildirName.letters.filter { flags.contains($0.flag) }.map(\.letter)
    guard !key.bytes.contains(0), !key.bytes.contains(UInt8(ascii: "/")) else { return [] }
    return [key.bytes + Array(":2,".utf8) + letters, key.bytes].map { name in
      name.map { CChar(bitPattern: $0) } + [0]
    }
  }

  /// Reads a message's file; nil if the file does not exist.
  private func read(
    _ name: [CChar],
    isNew: Bool,
    from folders: MaildirFolders
  ) throws -> FoundMessage? {
    let opened: (file: FileDescriptor, status: Stat)
    do throws(Refusal) {
      opened = try folders.folder(isNew: isNew).openFile(name)
    } catch {
      // A likely name may exceed the limit for file names.
      if error.isGone || error.code == .fileNameTooLong { return nil }
      throw error
    }
    defer { try? opened.file.close() }
    let size = opened.status.size
    let beginning = try opened.file.bytes(from: 0, to: Int64(Packing.markLength))
    let unpacked = try beginning.withUnsafeBytes { bytes in
      try Packing(bytes)?.unpacked(opened.file, size: size)
    }
    var found = try FoundMessage(
      unpacked?.descriptor ?? opened.file,
      from: 0,
      to: unpacked?.size ?? size,
      path: path(of: name, isNew: isNew),
      received: opened.status.modified
    )
    if unpacked?.damage != nil { found.isCut = true }
    return found
  }
}
