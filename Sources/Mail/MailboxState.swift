/// The state of an open mailbox at one moment.
public struct MailboxState: Sendable {
  /// A number that grows, at most twice a second, after this process has committed changes to the
  /// mailbox's store, such as new mail, older mail or marks. 0 until the folders have been counted.
  public internal(set) var commits = 0
  /// The folders, as ``Mailbox/folders()``.
  public internal(set) var folders: [MailFolder] = []
  /// The number of unread messages, as ``Mailbox/unreadCount()``.
  public internal(set) var unread = 0
  /// The number of reports that the server was reached. An observer that has missed the unreachable
  /// state notices by a grown number that the server was reached again.
  public private(set) var returns = 0
  /// The error of reaching the account's server; nil while the server is reachable, or was not
  /// asked for anything yet.
  private var outage: MailError?
  /// The error of the last refresh; nil if it succeeded.
  private var failure: MailError?
  /// Whether ``failure`` is that of reading a single folder.
  private var isFailurePartial = false
  /// The error of reading the store; nil if the store could be read.
  var storeFailure: MailError?
  /// Whether the last refresh was given up because the server did not answer.
  private var isSilent = false
  /// The time of the server's last answer, in seconds since 1970; nil for never.
  private var lastHeard: Int64?

  /// The result of the last refresh that succeeded; nil before the first.
  public internal(set) var summary: RefreshSummary?
  /// The last result of writing marks into the mailbox.
  public internal(set) var marks = MarkReport()

  /// Whether the store agrees with the account.
  public var health: Health {
    if let reason = outage ?? failure, outage != nil || reason.isOffline {
      return .offline(since: lastHeard, reason: reason)
    }
    if let failure = failure ?? storeFailure { return .failed(failure) }
    return isSilent ? .silent : .good
  }

  /// Whether a mailbox's store agrees with its account.
  public enum Health: Sendable {
    /// Neither the last refresh nor anything after it has failed.
    case good
    /// The server is unreachable.
    ///
    /// - Parameters:
    ///   - since: when the server last answered, in seconds since 1970: the list was up to date
    ///     until then. Nil for never.
    ///   - reason: the error of the last attempt.
    case offline(since: Int64?, reason: MailError)
    /// The server did not answer the last refresh.
    case silent
    /// The last refresh failed, or the store cannot be read.
    case failed(MailError)

    /// Whether the server is unreachable.
    public var isOffline: Bool { if case .offline = self { true } else { false } }
  }

  /// Notes the end of a refresh, and its error.
  ///
  /// - Parameters:
  ///   - lastSync: when a refresh last reached the server, in seconds since 1970; nil for never.
  ///   - isPartial: whether only one folder was read: its success does not end the problems of
  ///     others.
  mutating func ended(_ error: MailError?, lastSync: Int64?, isPartial: Bool = false) {
    isSilent = false
    let isOver = !isPartial || isFailurePartial || failure?.endsWhenReached == true
    if error != nil || isOver { (failure, isFailurePartial) = (error, isPartial) }
    if outage == nil { lastHeard = lastSync }
  }

  /// Notes that a refresh was given up, since the server did not answer it.
  mutating func gaveUp() { isSilent = true }

  /// Notes the connectivity that the account reports.
  mutating func note(_ connectivity: Connectivity, lastSync: Int64?) {
    switch connectivity {
    case .offline(let since, let reason): (outage, lastHeard) = (reason, since ?? lastSync)
    case .online:
      returns += 1
      (outage, isSilent) = (nil, false)
      if failure?.endsWhenReached == true { failure = nil }
    }
  }
}

extension MailError {
  /// Whether the error is over once a login succeeds.
  fileprivate var endsWhenReached: Bool {
    if case .server(let failure) = self, failure.remedy == .login { true } else { isOffline }
  }
}
