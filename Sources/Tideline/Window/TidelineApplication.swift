import CAdwaita
import Gtk

/// The running application: one process, a window for each mailbox.
final class TidelineApplication {
  private let application: Application
  private let storePath: String?
  private var windows: [WeakWindow] = []

  /// GTK's side of a window owns the rest of it.
  private struct WeakWindow {
    weak var window: MailWindow?
  }

  /// - Parameter storePath: where conversations are remembered. A start that names one runs on its
  ///   own; others hand over to the process that runs already.
  init(storePath: String?) {
    self.storePath = storePath
    let handlesFiles = G_APPLICATION_HANDLES_OPEN.rawValue
    let flags = storePath == nil ? handlesFiles : handlesFiles | G_APPLICATION_NON_UNIQUE.rawValue
    application = AdwApplication(id: AppInfo.id, flags: GApplicationFlags(flags)).asApplication
    application.connect("startup") { [weak self] in self?.startUp() }
    application.onActivate { [weak self] in self?.activate() }
    application.onOpen { [weak self] in self?.open($0) }
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
    application.add(.named("quit") { [weak self] in self?.application.quit() })
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
    let present = windows.lazy.compactMap(\.window).first { $0.path == path }
    let window = present ?? makeWindow()
    if present == nil { window.open(path) }
    window.present()
  }

  private func makeWindow() -> MailWindow {
    let window = MailWindow(application, storePath: storePath)
    windows = windows.filter { $0.window != nil } + [WeakWindow(window: window)]
    return window
  }
}
