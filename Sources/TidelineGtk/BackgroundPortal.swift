import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineGLib
import CTidelineShim
import PullToRefreshGtk

/// The portal by which a program in a sandbox is started at each login.
public enum BackgroundPortal {
  /// Asks the desktop, which may ask the user.
  ///
  /// - Parameters:
  ///   - reason: why the program is to be started, for the user.
  ///   - command: what is started, in the sandbox.
  ///   - isWanted: false to have it started no more.
  /// - Throws: ``NotGranted``.
  public static func startAtLogin(
    _ isWanted: Bool,
    reason: String,
    command: [String]
  ) async throws(NotGranted) {
    typealias Handler = (Bool, String?) -> Void
    var words: [UnsafePointer<CChar>?] = command.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for word in words { free(UnsafeMutablePointer(mutating: word)) } }
    let (isGranted, problem): (Bool, String?) = await withCheckedContinuation { waiting in
      let resume: Handler = { waiting.resume(returning: ($0, $1)) }
      tideline_request_autostart(reason, &words, isWanted, target(owning: Closure<Handler>(resume)))
      {
        context,
        isGranted,
        reason in
        let reason = reason.map { String(cString: $0) }
        MainActor.assumeIsolated { Closure<Handler>.from(context)(isGranted, reason) }
      }
    }
    if !isGranted { throw NotGranted(reason: problem) }
  }
}

/// The desktop does not start the program at login.
public struct NotGranted: Error {
  /// In the desktop's own words; nil where the user has refused.
  public let reason: String?
}
