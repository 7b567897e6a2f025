import CTidelineGLib
import Mail
import TidelineGtk
import TidelineProgram

/// The texts about attachments.
enum AttachmentText {
  static func size(_ attachment: Attachment) -> String {
    guard let text = g_format_size(guint64(max(0, attachment.size))) else { return "" }
    defer { g_free(text) }
    let size = String(cString: text)
    return attachment.isCut ? tr("over %s", with: size) : size
  }

  /// The attachment's name and size.
  static func line(_ attachment: Attachment) -> String {
    tr("%s (%s)", with: attachment.title, size(attachment))
  }

  /// The safe name of the attachment's file.
  static func fileName(_ attachment: Attachment) -> String {
    AttachmentName.make(attachment.name, type: attachment.type, fallback: tr("attachment"))
  }

  /// The reason why the user is asked before an attachment is opened.
  static func warning(_ risk: AttachmentRisk, _ attachment: Attachment, isDisguised: Bool) -> String
  {
    let reason =
      switch risk {
      case .program: tr("It is a program, or installs one. Programs can do whatever you can do.")
      case .script: tr("It is a script: commands that run. They can do whatever you can do.")
      case .launcher: tr("It starts another program, with anything that its sender has chosen.")
      case .macros: tr("It is a document with macros: commands that run when it is opened.")
      case .page:
        tr(
          "It is a web page. In a browser it can load things from elsewhere, which tells its sender "
            + "that it was read, and it may look like a page of somebody else."
        )
      }
    let disguise = tr("The message calls it “%s”, which it is not.", with: attachment.type)
    let advice = tr("Open it only if you trust the sender and have expected it.")
    return JoinedText.sentences([reason] + (isDisguised ? [disguise] : []) + [advice])
  }
}
