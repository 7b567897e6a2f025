import FoundationEssentials
import Gtk
import Mail
import TidelineProgram

/// What went wrong, in the user's language, as a label can show it.
struct ErrorText: LocalizedError {
  private let text: String
  /// Whether a server was not reached, and may be later.
  let isOffline: Bool

  /// - Parameter isBrief: whether it must fit into a row: the notice above the list says more of a server
  ///   that is not reached.
  nonisolated init(_ error: any Error, isBrief: Bool = false) {
    isOffline = (error as? MailError)?.isOffline ?? false
    text =
      if isBrief, isOffline {
        tr("The server is not reached")
      } else if let error = error as? MailError {
        tr(error.sentence.format, with: error.sentence.arguments.map(LabelText.make))
      } else {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      }
  }

  nonisolated var errorDescription: String? { text }
}
