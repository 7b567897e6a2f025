import Mail
import TidelineProgram

/// The problem of an account: it shows only its stored mail, or does not take marks.
nonisolated enum AccountTrouble: Equatable {
  case offline
  /// The server refuses logins for a while; the value is the server's explanation.
  case busy(String)
  /// The server did not answer in time, and All Inboxes showed the other accounts without this one.
  case silent
  /// No login succeeds until the user signs in again; the value is the reason, or advice.
  case signInNeeded(String)
  case failed(String)
  /// The mailbox has refused marks; the value is the number of messages, with a reason.
  case marksRefused(String)

  /// Nil if the account has no problem.
  init?(_ state: MailboxState) {
    switch state.health {
    case .good:
      guard let sentence = RefusedMarks.sentence(state.marks) else { return nil }
      self = .marksRefused(sentence)
    case .silent: self = .silent
    case .offline(_, let reason), .failed(let reason): self.init(reason)
    }
  }

  init(_ error: any Error) {
    switch error {
    case MailError.server(let failure) where failure.kind == .notNow:
      self = .busy(ErrorText(error).errorDescription ?? "")
    case let error as MailError where error.isOffline: self = .offline
    case MailError.server(let failure) where failure.kind == .loginRefused:
      self = .signInNeeded(tr("The server refused the login. Refresh to sign in again."))
    case MailError.server(let failure) where failure.remedy == .login:
      self = .signInNeeded(ErrorText(error).errorDescription ?? "")
    default: self = .failed(ErrorText(error).errorDescription ?? "")
    }
  }

  /// A few words, for the sidebar.
  var text: String {
    switch self {
    // The state of an account whose server cannot be reached.
    case .offline: tr("offline")
    // The state of an account whose server has too much to do.
    case .busy: tr("busy")
    case .silent: tr("no answer")
    case .signInNeeded: tr("sign in again")
    // The state of an account whose last refresh failed.
    case .failed: tr("failed")
    // The state of an account whose mailbox does not take the user’s marks.
    case .marksRefused: tr("marks refused")
    }
  }

  /// A sentence, where there is more space than in the sidebar.
  var sentence: String {
    switch self {
    case .offline: tr("The server is not reached.")
    case .silent: tr("It does not answer.")
    case .busy(let sentence), .signInNeeded(let sentence), .failed(let sentence),
      .marksRefused(let sentence):
      sentence
    }
  }

  var icon: String {
    switch self {
    case .offline, .busy, .silent: "network-offline-symbolic"
    case .signInNeeded: "dialog-password-symbolic"
    case .failed, .marksRefused: "dialog-warning-symbolic"
    }
  }
}
