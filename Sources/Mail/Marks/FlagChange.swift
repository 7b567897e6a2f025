import TidelineLocalization

/// A change of one flag of a message in its mailbox: read or not, flagged or not.
public struct FlagChange: Sendable, Hashable {
  /// The message's identity and flags, as last seen.
  public let message: KnownMessage
  /// ``MessageFlags/seen`` or ``MessageFlags/flagged``.
  public let flag: MessageFlags
  /// Whether the flag is added; otherwise it is removed.
  public let adds: Bool
  /// Whether the change counts even if another program has changed the flag since it was last seen.
  public let insists: Bool

  /// The changes that the marks request, one for each flag.
  static func all(
    _ message: KnownMessage,
    _ marks: MessageFlags,
    insists: Bool = false
  ) -> [FlagChange] {
    kinds.compactMap { mark, flag, adds in
      guard marks.contains(mark) else { return nil }
      return FlagChange(message: message, flag: flag, adds: adds, insists: insists)
    }
  }

  private static let kinds: [(mark: MessageFlags, flag: MessageFlags, adds: Bool)] = [
    (.readHere, .seen, true), (.unreadHere, .seen, false),
    (.starredHere, .flagged, true), (.unstarredHere, .flagged, false),
  ]

  var mark: MessageFlags {
    Self.kinds.first { $0.flag == flag && $0.adds == adds }?.mark ?? []
  }

  /// Whether these flags are as the change wants them.
  public func isDone(in flags: MessageFlags) -> Bool { flags.contains(flag) == adds }

  /// Whether another program has changed the flag since it was last seen: its later change takes
  /// precedence.
  public func isOverruled(by flags: MessageFlags) -> Bool {
    !insists && !isDone(in: flags) && flags.contains(flag) != message.flags.contains(flag)
  }

  /// The given flags after the change.
  public func applied(to flags: MessageFlags) -> MessageFlags {
    adds ? flags.union(flag) : flags.subtracting(flag)
  }
}

/// An account's answer to a ``FlagChange``. All but ``later(_:)`` end the wait of a mark.
public enum MarkAnswer: Sendable, Hashable {
  /// The message has the flag as the change wants it, in the mailbox.
  case written
  /// The message is no longer where it was last seen. It may be elsewhere in the account.
  case gone
  /// The mailbox does not take the change.
  case refused(MarkRefusal)
  /// The change may be tried again, for example after a refresh. The reason is nil if another
  /// program has changed the message meanwhile.
  case later(MarkRefusal?)
}

/// The reason why a mark is not written into the mailbox, and stays in this program.
public enum MarkRefusal: Sendable, Hashable {
  /// A mailbox in whose format no flag is changed: an mbox, or a Maildir of Thunderbird.
  case format(path: String)
  /// The system does not allow listing the message's folder, or renaming its file. The path is that
  /// of the folder.
  case disk(path: String, reason: String)
  /// The file of another message has the name of the message's file, apart from the flags.
  case nameTaken(path: String)
  /// The name of the message's file cannot get longer.
  case nameTooLong(path: String)
  /// The folder's file system has neither renames that replace no file, nor hard links.
  case noSafeRename(path: String)
  /// The server does not keep the flag.
  case notKept(host: String)
  /// The server does not say whether a message still has its number (UIDVALIDITY, RFC 3501,
  /// 2.3.1.1).
  case noLastingNumbers(host: String)
  /// The server refused the change.
  case server(ServerFailure)
  /// The mark has waited for its message, or for the account, for this number of days.
  case expired(days: Int)

  public var sentence: Sentence {
    switch self {
    case .format(let path):
      Sentence("“%s” is an mbox or a Maildir of Thunderbird, in which no mark is changed.", path)
    case .disk(let path, let reason):
      Sentence(
        "“%s” cannot be changed (%s). Check its permissions, and that its disk has space.",
        path,
        reason
      )
    case .nameTaken(let path):
      Sentence(
        "“%s” is another message with the same name. Give one of the two files another name.",
        path
      )
    case .nameTooLong(let path):
      Sentence("The name of the file “%s” is too long for a mark.", path)
    case .noSafeRename(let path):
      Sentence(
        "The file system of “%s” cannot rename a file without the risk of replacing another one.",
        path
      )
    case .notKept(let host):
      Sentence("“%s” does not keep this mark in its folder.", host)
    case .noLastingNumbers(let host):
      Sentence("“%s” gives messages no lasting numbers, so another one could be marked.", host)
    case .server(let failure) where failure.kind == .refused:
      Sentence(
        "“%s” refused the mark (%s). If it stays so, ask whoever runs the server.",
        failure.host,
        failure.reasonAtStep
      )
    case .server(let failure):
      failure.sentence
    case .expired(let days):
      Sentence("Their messages or their server were not found for %s days.", String(days))
    }
  }
}

/// The result of writing marks into a mailbox, by message.
public struct MarkReport: Sendable, Equatable {
  /// Messages that have their marks in the mailbox now.
  public internal(set) var written: Set<MessageStub.ID> = []
  /// Messages whose marks stay in this program.
  public internal(set) var refused: [MessageStub.ID: MarkRefusal] = [:]
  /// Messages whose marks keep waiting.
  public internal(set) var waiting: Set<MessageStub.ID> = []
  /// The reasons of waits, by message, as far as they are known.
  public internal(set) var delays: [MessageStub.ID: MarkRefusal] = [:]
  /// Waiting messages that are not where they were last seen: a refresh looks for them.
  public internal(set) var missing: Set<MessageStub.ID> = []

  /// Makes a report without marks.
  public init() {}

  /// The number of messages for each reason of refusal, the most frequent reason first.
  public var reasons: [(refusal: MarkRefusal, messages: Int)] { Self.counted(refused) }

  /// The number of waiting messages for each reason, as in ``reasons``.
  public var delayReasons: [(refusal: MarkRefusal, messages: Int)] { Self.counted(delays) }

  private static func counted(
    _ reasons: [MessageStub.ID: MarkRefusal]
  ) -> [(refusal: MarkRefusal, messages: Int)] {
    Dictionary(grouping: reasons.values, by: \.self)
      .map { (refusal: $0, messages: $1.count, text: $0.sentence.english) }
      .sorted { ($1.messages, $0.text) < ($0.messages, $1.text) }
      .map { ($0.refusal, $0.messages) }
  }

  /// The part about some messages.
  public func only(_ ids: Set<MessageStub.ID>) -> MarkReport {
    var part = self
    part.written.formIntersection(ids)
    part.refused = refused.filter { ids.contains($0.key) }
    part.waiting.formIntersection(ids)
    part.delays = delays.filter { ids.contains($0.key) }
    part.missing.formIntersection(ids)
    return part
  }

  /// Adds a later report, which counts for the messages in it.
  public mutating func add(_ later: MarkReport) {
    let ids = later.written.union(later.refused.keys).union(later.waiting)
    written = written.subtracting(ids).union(later.written)
    refused = refused.filter { !ids.contains($0.key) }.merging(later.refused) { $1 }
    waiting = waiting.subtracting(ids).union(later.waiting)
    delays = delays.filter { !ids.contains($0.key) }.merging(later.delays) { $1 }
    missing = missing.subtracting(ids).union(later.missing)
  }

  /// Ends waits that have become too long. The reason of a wait becomes that of the refusal.
  mutating func expire(_ ids: Set<MessageStub.ID>, days: Int) {
    for id in ids { refused[id] = delays.removeValue(forKey: id) ?? .expired(days: days) }
    waiting.subtract(ids)
    missing.subtract(ids)
  }
}
