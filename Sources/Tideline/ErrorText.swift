import FoundationEssentials
import Gtk
import Mail
import TidelineProgram

/// What went wrong, in the user's language, as a label can show it.
struct ErrorText: LocalizedError {
  private let text: String

  nonisolated init(_ error: any Error) {
    text =
      if let error = error as? MailError {
        tr(error.sentence.format, with: error.sentence.arguments.map(LabelText.make))
      } else {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      }
  }

  nonisolated var errorDescription: String? { text }
}
