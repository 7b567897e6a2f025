import FoundationEssentials
import Glibc

/// Drops new mail into a Maildir, as a mail server does.
public enum SampleDelivery {
  /// Delivers messages: each is written to tmp/ and then moved to new/.
  ///
  /// - Parameters:
  ///   - path: a Maildir.
  ///   - count: how many messages.
  ///   - answers: whether they answer the newest message of the mailbox rather than begin
  ///     conversations of their own.
  /// - Returns: the subjects, oldest first: the last one stands on top of the list.
  /// - Throws: ``MailError``.
  @discardableResult
  public static func deliver(
    to path: String,
    count: Int = 3,
    answering answers: Bool = false
  ) throws -> [String] {
    let folders = try open(path)
    let parent = answers ? try newest(in: folders) : nil
    var random = SplitMix64(seed: UInt64.random(in: .min ... .max))
    let stories = SampleDeliveries.stories.shuffled(using: &random)
    let now = Int64(Date().timeIntervalSince1970)
    return try (0..<count).map { index in
      // A second apart, so that the list knows their order.
      let received = now - Int64(count - 1 - index)
      let round = index / stories.count
      var draft = SampleThread.make(
        stories[index % stories.count],
        length: 1,
        newest: received,
        random: &random
      )[0]
      if round > 0 { draft.subject += " (\(round + 1))" }
      if let parent {
        draft.references = Array(parent.references.suffix(20)) + [parent.messageID]
        draft.subject = "Re: \(SubjectLine.withoutReplyMarks(parent.subject))"
      }
      try drop(SampleWriter.bytes(draft), into: path, received, random: &random)
      return draft.subject
    }
  }

  private static func open(_ path: String) throws(MailError) -> MaildirFolders {
    let place = try MailLocation.resolve(DiskPath(path))
    do throws(MailError) {
      return try MaildirFolders(path: place.path)
    } catch .mailboxVanished {
      throw .notAMaildir(path: path)
    }
  }

  /// The Maildir specification's unique name: time, process and a number, and the host.
  private static func drop(
    _ bytes: [UInt8],
    into path: String,
    _ received: Int64,
    random: inout SplitMix64
  ) throws(MailError) {
    let number = String(random.next(), radix: 36)
    let name = "\(received).P\(getpid())R\(number).tideline"
    if mkdir("\(path)/tmp", 0o755) != 0, errno != EEXIST {
      throw .notWritable(path: "\(path)/tmp", reason: systemReason())
    }
    try FileWriting.write(bytes, to: "\(path)/tmp/\(name)", at: nil)
    guard rename("\(path)/tmp/\(name)", "\(path)/new/\(name)") == 0 else {
      throw .notWritable(path: "\(path)/new", reason: systemReason())
    }
  }

  private static func newest(in folders: MaildirFolders) throws(MailError) -> MessageHead? {
    // Names begin with the time of delivery.
    let last = try folders.entries().values.max {
      $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
    }
    guard let last else { return nil }
    let file = MessageFile()
    // What it has read lies in its buffer.
    defer { withExtendedLifetime(file) {} }
    guard let message = try? file.read(last.name, in: last.isNew ? folders.new : folders.cur)
    else { return nil }
    return MessageParser.parse(
      message.bytes,
      excerpt: message.excerpt,
      received: message.modified,
      now: Int64(time(nil))
    ).head
  }
}
