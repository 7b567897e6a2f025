import CAdwaita
import TidelineGtk
import TidelineProgram

/// The desktop's dialogue to choose a mailbox. It can choose folders or files, but not both, so
/// there is one for each.
enum MailboxChooser {
  case folder, file

  /// - Parameter chosen: called with the path, unless the user cancels.
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
