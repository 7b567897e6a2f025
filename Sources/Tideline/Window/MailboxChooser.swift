import CAdwaita
import TidelineGtk
import TidelineProgram

/// The desktop's dialogs to choose a mailbox: one for folders and one for files, since no dialog
/// can choose both.
enum MailboxChooser {
  case folder, file

  /// - Parameter chosen: called with the path, if the user chooses something on this machine.
  func choose(over parent: ApplicationWindow, chosen: @escaping (String) -> Void) {
    let chooser =
      switch self {
      case .folder:
        FileChooser(
          .folder,
          title: tr("Open a Folder of Mail"),
          parent: parent.asWindow,
          accept: tr("_Open")
        )
      case .file:
        FileChooser(
          .file,
          title: tr("Open an mbox File"),
          parent: parent.asWindow,
          accept: tr("_Open")
        )
      }
    chooser.onResponse { accepted in
      if accepted, let path = chooser.path { chosen(path) }
      chooser.destroy()
    }
    chooser.show()
  }
}
