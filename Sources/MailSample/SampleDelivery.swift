import FoundationEssentials
import Glibc
import Mail

/// Delivers new mail into a Maildir, as a mail server does.
public enum SampleDelivery {
  /// Delivers messages: each is written to tmp/ and then moved to new/.
  ///
  /// - Parameter answers: whether the messages answer the newest message of the mailbox, rather
  ///   than begin new conversations.
  /// - Returns: the subjects, oldest first: the last one is at the top of the list.
  /// - Throws: ``MailError``.
  @discardableResult
  public static func deliver(
    _ stories: SampleStories,
    to path: String,
    count: Int = 3,
    answering answers: Bool = false
  ) throws(MailError) -> [String] {
    try check(path)
    let parent = answers ? newest(in: path) : nil
    var random = SplitMix64(seed: UInt64.random(in: .min ... .max))
    let stories = stories.deliveries.shuffled(using: &random)
    let now = Int64(Date().timeIntervalSince1970)
    var subjects: [String] = []
    for index in 0..<count {
      // Spaces the messages by a second, since the list sorts by seconds.
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
      subjects.append(draft.subject)
    }
    return subjects
  }

  private static func check(_ path: String) throws(MailError) {
    let isDots = [".", ".."].contains(path.split(separator: "/").last)
    let folder = isDots ? realpath(path, nil) : nil
    defer { free(folder) }
    try WritablePath.check(folder.map { String(cString: $0) } ?? path)
    guard access(path, F_OK) == 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .mailboxMissing(path: path)
        : .mailboxUnreadable(path: path, reason: FileReason.last)
    }
    for folder in ["new", "cur"] where !WritablePath.isFolder("\(path)/\(folder)") {
      throw .notWritable(path: path, reason: "it is no Maildir, with “cur” and “new” in it")
    }
  }

  /// Writes a file with a unique name, as the Maildir specification wants it: time, process, number
  /// and host.
  private static func drop(
    _ bytes: [UInt8],
    into path: String,
    _ received: Int64,
    random: inout SplitMix64
  ) throws(MailError) {
    let number = String(random.next(), radix: 36)
    let name = "\(received).P\(getpid())R\(number).tideline"
    if !WritablePath.isFolder("\(path)/tmp"), mkdir("\(path)/tmp", 0o755) != 0 {
      throw .notWritable(path: "\(path)/tmp", reason: FileReason.last)
    }
    try SampleFile.write(bytes, to: "\(path)/tmp/\(name)")
    guard rename("\(path)/tmp/\(name)", "\(path)/new/\(name)") == 0 else {
      throw .notWritable(path: "\(path)/new", reason: FileReason.last)
    }
  }

  /// The last delivered message, found by the files' names, which begin with the time.
  private static func newest(in path: String) -> MessageHead? {
    let files = ["new", "cur"].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
      return names.filter { !$0.hasPrefix(".") }.map { (name: $0, path: "\(path)/\(folder)/\($0)") }
    }
    guard let last = files.max(by: { $0.name < $1.name }),
      let bytes = FileManager.default.contents(atPath: last.path)
    else { return nil }
    let now = Int64(time(nil))
    return MessageHead(ofMessage: Array(bytes), received: now, now: now)
  }
}
