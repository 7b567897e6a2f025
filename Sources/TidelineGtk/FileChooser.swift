import CPullToRefreshShim
import CTidelineShim
import PullToRefreshGtk

extension FileChooserNative: ObjectConvertible {}

/// A file dialog of the desktop, for a folder, a file, a picture or a new file.
///
/// ```swift
/// FileChooser.ask(.folder, tr("Save Messages"), tr("_Save"), over: list) { save(in: $0) }
/// ```
public final class FileChooser {
  public enum Kind {
    case folder
    case file
    /// A picture that GdkPixbuf can read. The user sees `name` as the name of the filter, such as
    /// "Pictures".
    case picture(name: String)
    /// A file to write, with a suggested name. The desktop asks before it replaces a file.
    case save(name: String)
  }

  private let native: FileChooserNative
  private var connection: SignalConnection?

  private init(_ kind: Kind, _ title: String, _ accept: String, over parent: Window) {
    let action =
      switch kind {
      case .folder: GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
      case .file, .picture: GTK_FILE_CHOOSER_ACTION_OPEN
      case .save: GTK_FILE_CHOOSER_ACTION_SAVE
      }
    native = FileChooserNative(title: title, parent: parent, action: action, accept: accept)
    switch kind {
    case .file: break
    case .folder: beginAtHome()
    case .picture(let name):
      let filter = gtk_file_filter_new()
      gtk_file_filter_set_name(filter, name)
      gtk_file_filter_add_pixbuf_formats(filter)
      gtk_file_chooser_add_filter(native.pointer, filter)
      g_object_unref(filter.map { UnsafeMutableRawPointer($0) })
    case .save(let name):
      beginAtHome()
      gtk_file_chooser_set_current_name(native.pointer, name)
    }
  }

  /// Begins in the home folder. Without a folder, the dialog lists recent files, and no folder
  /// among them can be chosen.
  private func beginAtHome() {
    let home = g_file_new_for_path(g_get_home_dir())
    gtk_file_chooser_set_current_folder(native.pointer, home, nil)
    g_object_unref(home.map { UnsafeMutableRawPointer($0) })
  }

  /// Calls `handler` with the user's answer. The handler keeps the chooser until ``destroy()``.
  private func onResponse(_ handler: @escaping (_ accepted: Bool) -> Void) {
    connection = native.connect("response") {
      handler($0.int(1) == Int(GTK_RESPONSE_ACCEPT.rawValue))
      return false
    }
  }

  /// Asks for a file with a dialog, which is destroyed with the widget.
  ///
  /// - Parameter chosen: called if the user chooses a file on this machine.
  public static func ask(
    _ kind: Kind,
    _ title: String,
    _ accept: String,
    over widget: some WidgetConvertible,
    chosen: @escaping (_ path: String) -> Void
  ) {
    guard let window = widget.window else { return }
    let chooser = FileChooser(kind, title, accept, over: window)
    gtk_native_dialog_set_modal(chooser.native.asNativeDialog, 1)
    let end = widget.connect("destroy") { chooser.destroy() }
    chooser.onResponse { accepted in
      let path = accepted ? chooser.path : nil
      chooser.destroy()
      end.disconnect()
      if let path { chosen(path) }
    }
    gtk_native_dialog_show(chooser.native.asNativeDialog)
  }

  /// The chosen path, if it is a local one.
  private var path: String? {
    guard let file = gtk_file_chooser_get_file(native.pointer) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    return localPath(of: file)
  }

  /// Closes the dialog and releases the handler.
  private func destroy() {
    gtk_native_dialog_destroy(native.asNativeDialog)
    connection?.disconnect()
    connection = nil
  }
}
