import Mail
import TidelineProgram

/// The problem of an account: it shows only its stored mail, or does not take marks.
nonisolated struct AccountTrouble: Equatable {
  /// A few words, for the sidebar.
  let text: String
  /// A sentence, where there is more space than in the sidebar.
  let sentence: String
  let icon: String

  private static let warning = "dialog-warning-symbolic"
  private static let offline = "network-offline-symbolic"
  private static let login = "dialog-password-symbolic"

  private init(_ text: String, _ sentence: String, _ icon: String) {
    (self.text, self.sentence, self.icon) = (text, sentence, icon)
  }

  /// Nil if the account has no problem.
  init?(_ state: MailboxState) {
    switch state.health {
    case .good:
      guard let sentence = RefusedMarks.sentence(state.marks) else { return nil }
      // The state of an account whose mailbox does not take the user’s marks.
      self.init(tr("marks refused"), sentence, Self.warning)
    // All Inboxes showed the other accounts without waiting for this one.
    case .silent: self.init(tr("no answer"), tr("It does not answer."), Self.offline)
    case .offline(_, let reason), .failed(let reason): self.init(reason)
    }
  }

  init(_ error: any Error) {
    let sentence = ErrorText(error).text
    switch error {
    case MailError.server(let failure) where failure.kind == .notNow:
      // The state of an account whose server has too much to do.
      self.init(tr("busy"), sentence, Self.offline)
    case let error as MailError where error.isOffline:
      // The state of an account whose server cannot be reached.
      self.init(tr("offline"), tr("The server is not reached."), Self.offline)
    case MailError.server(let failure) where failure.kind == .loginRefused:
      let sentence = tr("The server refused the login. Refresh to sign in again.")
      self.init(tr("sign in again"), sentence, Self.login)
    case MailError.server(let failure) where failure.remedy == .login:
      self.init(tr("sign in again"), sentence, Self.login)
    default:
      // The state of an account whose last refresh failed.
      self.init(tr("failed"), sentence, Self.warning)
    }
  }
}
