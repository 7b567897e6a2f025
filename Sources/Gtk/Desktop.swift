import CGtkShim

/// What a program asks of the desktop around it.
public enum Desktop {
  /// Shows a file in the file manager, selected in its folder; where no file manager can, the
  /// folder.
  ///
  /// - Parameters:
  ///   - path: the file's, as the system has it; it need not be UTF-8.
  ///   - parent: over which a question of the desktop's would stand.
  public static func showInFolder(_ path: [UInt8], over parent: Window) {
    tideline_show_in_folder(parent, path.map { CChar(bitPattern: $0) } + [0])
  }
}

extension WidgetConvertible {
  /// Puts a text on the clipboard.
  public func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(asWidget), text)
  }
}
