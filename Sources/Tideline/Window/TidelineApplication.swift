import CAdwaita
import Foundation
import Gtk

/// The running application: one process, a window for each mailbox.
final class TidelineApplication {
  private let application: Application
  private let storePath: String?
  private let preferences = Preferences()
  private weak var preferencesWindow: PreferencesWindow?
  private var windows: [WeakWindow] = []

  /// GTK's side of a window owns the rest of it.
  private struct WeakWindow {
    weak var window: MailWindow?
  }

  /// - Parameter storePath: where conversations are remembered. There is one process for each
  ///   store: a later start with the same one hands over to it.
  init(storePath: String?) {
    self.storePath = storePath
    application =
      AdwApplication(
        id: Self.id(storePath: storePath),
        flags: G_APPLICATION_HANDLES_OPEN
      ).asApplication
    application.connect("startup") { [weak self] in self?.startUp() }
    application.onActivate { [weak self] in self?.activate() }
    application.onOpen { [weak self] in self?.open($0) }
  }

  /// The name on D-Bus; with a store of its own it ends in a number made from the store's path.
  private static func id(storePath: String?) -> String {
    guard let storePath else { return AppInfo.id }
    let path = URL(fileURLWithPath: storePath).standardizedFileURL.path
    // FNV-1a: the same in every process, unlike Swift's own hashes.
    let hash = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return AppInfo.id + ".Store" + String(hash, radix: 16)
  }

  /// Runs until the last window is closed.
  ///
  /// - Parameter mailbox: the path to open; nil for the user's own mailbox.
  /// - Returns: the exit status.
  func run(mailbox: String?) -> Int32 {
    application.run([AppInfo.name.lowercased()] + (mailbox.map { [$0] } ?? []))
  }

  private func startUp() {
    CssProvider(Style.css).addToDefaultDisplay(priority: .application)
    application.add(.named("quit") { [weak self] in self?.quit() })
    application.add(.named("preferences") { [weak self] in self?.showPreferences() })
    application.setAccelerators(["<Control>comma"], forAction: "app.preferences")
    application.setAccelerators(["<Control>question", "<Control>F1"], forAction: "win.shortcuts")
    application.setAccelerators(["<Control>q"], forAction: "app.quit")
    application.setAccelerators(["<Control>w"], forAction: "window.close")
    application.setAccelerators(["F5", "<Control>r"], forAction: "win.refresh")
  }

  private func activate() {
    if let window = application.activeWindow { return window.present() }
    let window = makeWindow()
    if let path = DefaultMailbox.path() { window.open(path) } else { window.showWelcome() }
    window.present()
  }

  private func open(_ path: String) {
    let present = windows.lazy.compactMap(\.window).first { !$0.isClosed && $0.path == path }
    let window = present ?? makeWindow()
    if present == nil { window.open(path) }
    window.present()
  }

  private func showPreferences() {
    if let present = preferencesWindow, !present.isClosed { return present.present() }
    guard let parent = application.activeWindow else { return }
    let window = PreferencesWindow(preferences, over: parent)
    preferencesWindow = window
    window.present()
  }

  /// Closes every window, as the user would, so that each ends what it runs.
  private func quit() {
    for window in windows.compactMap(\.window) { window.close() }
  }

  private func makeWindow() -> MailWindow {
    let window = MailWindow(application, storePath: storePath, preferences: preferences)
    windows = windows.filter { $0.window != nil } + [WeakWindow(window: window)]
    return window
  }
}
