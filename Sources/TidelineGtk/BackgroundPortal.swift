import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineGLib
import CTidelineShim
import PullToRefreshGtk

/// The portal that starts a sandboxed program at each login.
public enum BackgroundPortal {
  /// Asks the desktop, which may ask the user. The answer may take 5 minutes.
  ///
  /// - Parameters:
  ///   - reason: the reason for starting the program, for the user.
  ///   - command: the command to start, in the sandbox.
  ///   - isWanted: false to stop starting it.
  /// - Throws: ``NotGranted``.
  public static func startAtLogin(
    _ isWanted: Bool,
    reason: String,
    command: [String]
  ) async throws(NotGranted) {
    typealias Handler = (NotGranted?) -> Void
    var words: [UnsafePointer<CChar>?] = command.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for word in words { free(UnsafeMutablePointer(mutating: word)) } }
    let problem: NotGranted? = await withCheckedContinuation { waiting in
      let resume: Handler = { waiting.resume(returning: $0) }
      tideline_request_autostart(reason, &words, isWanted, target(owning: Closure<Handler>(resume)))
      {
        context,
        answer,
        reason in
        let problem = NotGranted(answer, reason)
        MainActor.assumeIsolated { Closure<Handler>.from(context)(problem) }
      }
    }
    if let problem { throw problem }
  }
}

/// The reason why the desktop does not start the program at login.
public nonisolated enum NotGranted: Error {
  /// The user, or the desktop itself, refused.
  case refused
  /// The portal went away, or took longer than 5 minutes.
  case unanswered
  /// The portal could not be called, for a reason in the desktop's own words.
  case failed(reason: String)

  fileprivate init?(_ answer: TidelineAutostartAnswer, _ reason: UnsafePointer<CChar>?) {
    switch answer {
    case TIDELINE_AUTOSTART_GRANTED: return nil
    case TIDELINE_AUTOSTART_UNANSWERED: self = .unanswered
    case TIDELINE_AUTOSTART_FAILED:
      self = .failed(reason: reason.map { String(cString: $0) } ?? "")
    default: self = .refused
    }
  }
}
