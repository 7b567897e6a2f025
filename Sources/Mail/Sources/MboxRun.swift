import Foundation

/// One reading of an mbox, compared with what the store knows.
struct MboxRun {
  let file: MboxFile
  let path: String
  let known: [MessageKey: MessageFlags]

  /// Reads what was appended, or everything when more than that happened.
  func read(
    since last: MboxCheckpoint?,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> MboxCheckpoint {
    let started = Int64(time(nil))
    let grown = try last.flatMap { try onlyGrew(since: $0) ? $0 : nil }
    let scanner = try MboxScanner(
      file.descriptor,
      from: grown?.lastMark ?? 0,
      to: file.size
    )
    let first = grown.map { MessageKey(bytes: $0.lastKey) }
    // When only the end is read, the messages before it are there unseen.
    var seen = grown == nil ? [] : Set(known.keys)
    if let first { seen.remove(first) }
    var lastKey = MessageKey(bytes: [])
    try await MessageReading.forEachChunk(of: scanner.places, read: parse) { messages, done in
      var batch = MailBatch()
      batch.progress = RefreshProgress(done: done, total: scanner.places.count)
      for message in messages {
        guard let parsed = message.parsed else {
          batch.skipped.append(
            SkippedMessage(path: "\(path), byte \(message.place.mark)", reason: message.reason)
          )
          continue
        }
        let key = key(for: message, seen: seen)
        lastKey = key
        guard !parsed.marks.isExpunged else { continue }
        seen.insert(key)
        if let flags = known[key] {
          if flags != parsed.marks.flags { batch.flagged[key] = parsed.marks.flags }
        } else {
          batch.new.append(
            IncomingMessage(key: key, flags: parsed.marks.flags, head: parsed.head)
          )
        }
      }
      if !batch.isEmpty { try await report(batch) }
    }
    var farewell = MailBatch()
    farewell.gone = known.keys.filter { !seen.contains($0) }
    farewell.progress = RefreshProgress(done: scanner.places.count, total: scanner.places.count)
    if !farewell.isEmpty { try await report(farewell) }
    return MboxCheckpoint(
      size: file.size,
      modified: file.modified,
      isSettled: started - file.modified / 1_000_000_000 > 2,
      tail: try TailDigest.make(file.descriptor, before: file.size),
      count: seen.count,
      lastMark: scanner.places.last?.mark ?? 0,
      lastKey: lastKey.bytes
    )
  }

  /// Whether the file is the one of last time with something appended.
  private func onlyGrew(since last: MboxCheckpoint) throws -> Bool {
    // A reading that was cut short has stored some of what was appended: then which of the known
    // messages lie before the end is not known.
    guard known.count == last.count, last.size > 0, file.size > last.size,
      last.lastMark < last.size,
      !last.lastKey.isEmpty
    else { return false }
    return try TailDigest.make(file.descriptor, before: last.size) == last.tail
  }

  private struct Reading: Sendable {
    var place: MboxScanner.Place
    var parsed: ParsedMessage?
    var digest: [UInt8] = []
    var reason = ""
  }

  private var parse: @Sendable (ArraySlice<MboxScanner.Place>) throws -> [Reading] {
    { [file] places in
      let reader = MessageFile()
      let now = Int64(time(nil))
      return try places.map { place in
        try Task.checkCancellation()
        do throws(Refusal) {
          let message = try reader.read(
            file.descriptor,
            from: place.start,
            length: place.end - place.start,
            modified: place.received ?? file.modified / 1_000_000_000
          )
          let digest = MessageIdentity.digest(of: message.bytes, excerpt: message.excerpt)
          let parsed = MessageParser.parse(
            message.bytes,
            excerpt: message.excerpt,
            received: max(0, message.modified),
            now: now
          )
          return Reading(place: place, parsed: parsed, digest: Array(digest.prefix(16)))
        } catch {
          return Reading(place: place, parsed: nil, reason: error.reason)
        }
      }
    }
  }

  /// A message is known by what is in it, because its place changes when others are deleted.
  /// Copies of one message are told apart by counting them.
  private func key(for message: Reading, seen: Set<MessageKey>) -> MessageKey {
    var key = MessageKey(bytes: message.digest)
    var copy: UInt32 = 0
    while seen.contains(key) {
      copy += 1
      key = withUnsafeBytes(of: copy.bigEndian) { MessageKey(bytes: message.digest + $0) }
    }
    return key
  }
}
