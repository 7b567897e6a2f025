import CTidelineShim
import PullToRefreshGtk

/// A program's requests to the desktop.
public enum Desktop {
  /// Whether a program opens addresses of a scheme, such as `mailto`.
  public static func opens(scheme: String) -> Bool {
    guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
    g_object_unref(UnsafeMutableRawPointer(program))
    return true
  }

  /// Shows a file in the file manager, selected in its folder; if no file manager can, opens the
  /// folder.
  ///
  /// - Parameters:
  ///   - path: the path of the file as bytes, which need not be UTF-8.
  ///   - parent: the parent window of the desktop's dialogs.
  public static func showInFolder(_ path: [UInt8], over parent: Window) {
    tideline_show_in_folder(parent, path.map { CChar(bitPattern: $0) } + [0])
  }
}

extension WidgetConvertible {
  /// Opens an address, such as `file:///tmp/a.pdf` or `mailto:ann@example.org`, in the desktop's
  /// default program for it; in a sandbox through the portal.
  ///
  /// - Throws: ``NotOpened`` if there is no such program, or it could not be started.
  @MainActor public func openInDefaultProgram(_ address: String) async throws(NotOpened) {
    let isOpened = await withCheckedContinuation { waiting in
      typealias Handler = (Bool) -> Void
      let resume: Handler = { waiting.resume(returning: $0) }
      tideline_open_uri(asWidget, address, target(owning: Closure<Handler>(resume))) {
        context,
        reason in
        let isOpened = reason == nil
        MainActor.assumeIsolated { Closure<Handler>.from(context)(isOpened) }
      }
    }
    if !isOpened { throw NotOpened() }
  }

  /// Opens a file in the desktop's default program for it.
  @MainActor public func openInDefaultProgram(path: String) async throws(NotOpened) {
    guard let uri = g_filename_to_uri(path, nil, nil) else { throw NotOpened() }
    defer { g_free(uri) }
    try await openInDefaultProgram(String(cString: uri))
  }

  /// Sets the primary selection to a text, which the middle button then inserts.
  public func setPrimarySelection(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_primary_clipboard(asWidget), text)
  }

  /// Copies a text to the clipboard.
  public func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(asWidget), text)
  }
}

/// Nothing was opened.
public struct NotOpened: Error {}
