import ArgumentParser
import CAdwaita
import FoundationEssentials
import Glibc
import Mail
import TidelineGtk
import TidelineProgram

/// The running application: one process with any number of windows. Each window shows one mailbox.
final class TidelineApplication {
  private let application: Application
  private let preferences: Preferences
  private let memory: WindowMemory
  private let accounts: OpenAccounts
  private let background: BackgroundMail
  private lazy var textSize = ReadingTextSize(preferences)
  private weak var preferencesWindow: PreferencesWindow?
  private var windows: [WeakWindow] = []
  /// The mailbox that is being opened before there is a window for it.
  private var begun: (path: String, mailbox: OpenedMailbox.Opening)?

  /// A window, held weakly: its GTK window owns the `MailWindow`.
  private struct WeakWindow {
    weak var window: MailWindow?
  }

  /// Nil if the settings schema is missing.
  ///
  /// - Parameter storePath: the path of the store; nil for the default. There is one process for
  ///   each store: a later start with the same store passes its request to that process.
  init?(storePath: String?) {
    guard let preferences = Preferences() else { return nil }
    self.preferences = preferences
    let id = Self.id(storePath: storePath)
    memory = WindowMemory(of: id)
    accounts = OpenAccounts(memory, MailboxPool(store: storePath))
    application =
      AdwApplication(id: id, flags: G_APPLICATION_HANDLES_OPEN).asApplication
    background = BackgroundMail(
      application,
      preferences,
      memory,
      accounts,
      LoginStart(id: id, storePath: storePath)
    )
    application.connect("startup") { [weak self] in self?.startUp() }
    application.onActivate { [weak self] in self?.activate() }
    application.onOpen { [weak self] in self?.open($0) }
  }

  /// The application's ID and D-Bus name. For a custom store, ends in a hash of the store's path.
  private static func id(storePath: String?) -> String {
    guard let storePath else { return AppInfo.id }
    let path = absolute(storePath)
    // A hash that is the same in every process, unlike Swift's own hashes.
    return AppInfo.id + ".Store" + String(QuickHash.make(path.utf8), radix: 16)
  }

  /// The path in the form in which GTK passes it back.
  private static func absolute(_ path: String) -> String {
    String(taking: g_canonicalize_filename(path, nil)) ?? path
  }

  /// The keys that work everywhere in a window.
  private static let keys = [
    "win.welcome": ["<Control>o"], "app.preferences": ["<Control>comma"],
    "win.shortcuts": ["<Control>question", "<Control>F1"], "app.quit": ["<Control>q"],
    "window.close": ["<Control>w"], "win.show-folders": ["F9"], "win.back": ["<Alt>Left"],
    "app." + LaunchAction.newWindow.rawValue: ["<Control>n"],
    "win.find": ["<Control>f"], "win.refresh": ["F5", "<Control>r"],
    "app." + ReadingTextSize.larger: ["<Control>plus", "<Control>equal", "<Control>KP_Add"],
    "app." + ReadingTextSize.smaller: ["<Control>minus", "<Control>KP_Subtract"],
    "app." + ReadingTextSize.normal: ["<Control>0", "<Control>KP_0"],
  ]

  /// Runs until the last window is closed, and longer while the program watches for new mail in the
  /// background. If the program already runs, passes the request on, and returns at once.
  ///
  /// Without a mailbox or an action, presents the active window; or else opens the last mailbox or
  /// the page to choose a mailbox.
  ///
  /// - Returns: the exit status.
  func run(_ request: OpenOptions) -> Int32 {
    beginToOpen(request)
    // If another process takes the request, it does not matter what this process lacks.
    if let missing = WindowNeed.missing, !application.runsElsewhere {
      return missing.complain()
    }
    var arguments = [AppInfo.name.lowercased()]
    if request.isService {
      arguments.append("--gapplication-service")
    } else if let action = request.action {
      application.activate(action.rawValue)
    } else if let mailbox = request.mailbox {
      // GTK would take a path that begins with a hyphen for an option.
      arguments.append(mailbox.hasPrefix("-") ? "./" + mailbox : mailbox)
    }
    defer { memory.endRun() }
    return application.run(arguments)
  }

  /// Begins to open the requested or the last mailbox on other threads, so that its rows are read
  /// while GTK starts. If another process takes the request, this work is useless but harmless.
  private func beginToOpen(_ request: OpenOptions) {
    guard !request.isService, request.action == nil,
      let name = request.mailbox ?? memory[\.last]
    else { return }
    // GTK passes the path back in this form, by which `begun` is recognized.
    let isPath = ServerAddress(url: name) == nil && name != AllInboxes.path
    let path = isPath ? Self.absolute(name) : name
    begun = (path, OpenedMailbox.open(path, accounts, memory, preferences))
  }

  private func open(_ path: String, in window: MailWindow) {
    window.open(path, begun: begun?.path == path ? begun?.mailbox : nil)
    begun = nil
  }

  private func startUp() {
    memory.beginRun()
    updateMarks()
    PasswordQuestion.parent = { [weak self] in self?.application.activeWindow }
    DiskQueue(label: "Tideline.OpenedFiles").look({ OpenedFiles.shared.removeAbandoned() }) {}
    for action in LaunchAction.allCases {
      application.add(.named(action.rawValue) { [weak self] in self?.perform(action) })
    }
    // GTK searches for icons in the standard folders, but the program may be installed elsewhere.
    IconTheme.search(in: InstalledData.folder("icons"))
    // A label that gets the keyboard's focus must not select its text.
    Settings.selectLabelsOnFocus(false)
    let contrast = Style.apply()
    for action in textSize.actions { application.add(action) }
    application.connect("shutdown") { contrast.disconnect() }
    application.add(.named(MailNotice.action, activateWithText: { [weak self] in self?.open($0) }))
    application.add(.named(MailNotice.markAction, activateWithText: MailNotice.markRead))
    application.add(.named("quit") { [weak self] in self?.quit() })
    application.onEndingSignal { [weak self] in
      self?.quit()
      self?.application.end()
    }
    application.add(.named("preferences") { [weak self] in self?.showPreferences() })
    for (action, keys) in Self.keys { application.setAccelerators(keys, forAction: action) }
    preferences.observe([PreferenceKey.tellsOfNewMail, PreferenceKey.whenRead], for: self) {
      [weak self] _ in
      self?.updateBackground()
      self?.updateMarks()
    }
    // Runs after a first window was made, so that its mailbox is not watched in the background.
    Task { updateBackground() }
  }

  /// While the user does not want marks to be written, makes all unwritten marks stay in Tideline
  /// only: the preference may also have changed while the program did not run.
  private func updateMarks() {
    guard preferences.whenRead != .mailbox else { return }
    Task { await ReadingThreads.run { try? MarkFile().keepHere() } }
  }

  private func updateBackground() {
    let open = windows.compactMap(\.window).filter { !$0.isClosed }
    background.update(shown: Set(open.flatMap(\.shownPaths)))
  }

  private func activate() {
    if let window = application.activeWindow { window.present() } else { openWindow() }
  }

  /// Opens a window with the last mailbox, or with the page to choose one.
  private func openWindow() {
    let window = makeWindow()
    if let path = memory[\.last] {
      open(path, in: window)
    } else {
      window.showWelcome(isStart: true)
    }
    window.present()
  }

  private func perform(_ action: LaunchAction) {
    switch action {
    case .newWindow: openWindow()
    case .refresh:
      // Refreshes only an existing window: a new window refreshes by itself.
      guard let window = application.activeWindow else { return activate() }
      window.asWidget.activate("win.refresh")
    }
  }

  private func open(_ path: String) {
    let present = windows.lazy.compactMap(\.window).first { !$0.isClosed && $0.path == path }
    let window = present ?? makeWindow()
    if present == nil { open(path, in: window) }
    window.present()
  }

  private func showPreferences() {
    guard let parent = application.activeWindow else { return }
    let present = preferencesWindow.flatMap { $0.isClosed ? nil : $0 }
    let window = present ?? PreferencesWindow(preferences, over: parent)
    preferencesWindow = window
    window.present(over: parent)
  }

  /// Stops watching for new mail until the desktop starts the program at the next login. Closes
  /// every window as the user would, so that each window ends its work.
  private func quit() {
    background.end()
    for window in windows.compactMap(\.window) { window.close() }
  }

  private func makeWindow() -> MailWindow {
    let window = MailWindow(
      application,
      accounts: accounts,
      memory: memory,
      preferences: preferences
    )
    window.onMailboxChange = { [weak self] in self?.updateBackground() }
    windows = windows.filter { $0.window != nil } + [WeakWindow(window: window)]
    return window
  }
}

package struct WindowCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tideline-window",
    abstract: "Opens the window.",
    version: AppInfo.version
  )

  @OptionGroup var options: OpenOptions

  package init() {}

  package func run() throws {
    // ArgumentParser calls `run()` on the main thread, but its protocol does not declare this.
    let status = MainActor.assumeIsolated {
      let status =
        TidelineApplication(storePath: options.store.store)?.run(options)
        ?? WindowNeed.ownSchema.complain()
      #if DEBUG
        LeakReport.printIfAsked()
      #endif
      return status
    }
    Glibc.exit(status)
  }
}

#if DEBUG
  /// With `TIDELINE_DEBUG=leaks`, prints at the program's end how many closures of signal handlers
  /// are still alive: see ``Signal/liveBoxes``.
  enum LeakReport {
    static func printIfAsked() {
      guard ProcessInfo.processInfo.environment["TIDELINE_DEBUG"] == "leaks" else { return }
      // Waits, because a cancelled refresh keeps the window's objects until the reading has ended.
      MainLoop.run(timeout: 10) { Signal.liveBoxes == 0 }
      StandardError.write("live signal boxes: \(Signal.liveBoxes)")
    }
  }
#endif
