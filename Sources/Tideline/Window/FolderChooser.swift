import CAdwaita
import Gtk

/// The desktop's own dialogue for choosing a folder.
enum FolderChooser {
  /// - Parameter chosen: called with the path, unless the user turns back.
  static func choose(over parent: ApplicationWindow, chosen: @escaping (String) -> Void) {
    let chooser = FileChooser(
      .folder,
      title: tr("Open Maildir Folder"),
      parent: parent.asWindow,
      accept: tr("_Open")
    )
    chooser.onResponse { accepted in
      if accepted, let path = chooser.path { chosen(path) }
      chooser.destroy()
    }
    chooser.show()
  }
}
