import CAdwaita
import TidelineGtk
import TidelineLooks
import TidelineProgram

/// The preferences window. Each change takes effect at once in the list, which can be used
/// meanwhile, and in the preview on the Appearance page.
///
/// It is not an `AdwPreferencesWindow`, which is modal, and whose search never releases the groups
/// in libadwaita 1.2.
final class PreferencesWindow {
  private(set) var isClosed = false
  private let window: Unowned<Window>
  private let stack = ViewStack()
  private let preferences: Preferences
  private let undo: UndoToast
  private let editor: LookEditor

  /// Makes the GTK window, which keeps this object alive.
  ///
  /// - Parameter parent: the window above which the new window stays, and with which it is closed.
  init(_ preferences: Preferences, over parent: Window) {
    let window = Window()
    self.window = Unowned(window)
    self.preferences = preferences
    undo = UndoToast(preferences)
    editor = LookEditor(preferences)
    window.title = tr("Preferences")
    window.setDefaultSize(width: 640, height: 640)
    window.setTransient(for: parent)
    add(preferences.generalPage(), tr("General"), "preferences-other", PreferenceKey.general)
    let page = preferences.appearancePage(editor)
    let preview = Clamp(editor.preview.widget.asWidget)
    add(page, tr("Appearance"), "applications-graphics", RowKeys.all, preview)
    add(preferences.pullingPage(), tr("Pulling"), "input-touchpad", PreferenceKey.pulling)
    add(preferences.fetchingPage(), tr("Fetching"), "mail-unread", PreferenceKey.fetching)
    let title = ViewSwitcherTitle(of: stack, title: tr("Preferences"))
    let bar = HeaderBar()
    bar.setTitle(title)
    window.setTitlebar(bar)
    let content = Box(.vertical, spacing: 0)
    stack.setExpand(vertical: true)
    content.append([stack, switcher(title)])
    undo.overlay.child = content.asWidget
    window.child = undo.overlay.asWidget
    window.closeByEscape()
    window.connect("destroy") { [weak self] in self?.isClosed = true }
    connectEditor()
    window.own(self, key: "tideline-preferences-window")
  }

  /// - Parameter parent: the window in which the user has opened the preferences. The preferences
  ///   window then stays above this parent.
  func present(over parent: Window) {
    let window = window.object
    window.setTransient(for: parent)
    // Hides the window first: a Wayland compositor gives the focus only to a newly shown window.
    if window.isMapped, !window.isActive { window.isVisible = false }
    window.present()
  }

  private func connectEditor() {
    editor.fileName = "Tideline.look"
    editor.change = { [weak undo] in undo?.change($0, $1, $2) }
    editor.write = { look, path in
      do {
        try AttachmentFile.replace(Array(look.utf8), at: path)
        return nil
      } catch { return ErrorText(error).text }
    }
    editor.onProblem = { [window] in MessageDialog.tell($0, $1, over: window.object) }
  }

  /// Adds a page with buttons to reset its keys. `top` is above the page and does not scroll.
  private func add(
    _ page: PreferencesPage,
    _ title: String,
    _ icon: String,
    _ keys: [String],
    _ top: Clamp? = nil
  ) {
    let reset = resetButton(tr("Reset to Defaults"), keys)
    reset.addStyleClass("destructive-action")
    let end = Box(.vertical, spacing: 12)
    end.append([reset, resetButton(tr("Reset All Pages"), PreferenceKey.all)])
    end.setAlign(horizontal: .center)
    page.add([end])
    let content = Box(.vertical, spacing: 0)
    if let top { content.append(top) }
    page.setExpand(vertical: true)
    content.append(page)
    stack.add(content, title: title, icon: icon + "-symbolic")
  }

  private func resetButton(_ label: String, _ keys: [String]) -> Button {
    let button = Button.pill(label)
    button.connect("clicked") { [weak undo, preferences] in
      undo?.change(keys, tr("Preferences reset")) { preferences.reset(keys) }
    }
    return button
  }

  /// The switcher below the pages, visible if the title bar is too narrow for a switcher.
  private func switcher(_ title: ViewSwitcherTitle) -> ViewSwitcherBar {
    let bar = ViewSwitcherBar(of: stack)
    bar.shortenLabels()
    bar.isVisible = title.showsTitle
    title.onShowsTitle { [title = Unowned(title), bar = Unowned(bar)] in
      bar.object.isVisible = title.object.showsTitle
    }
    return bar
  }
}

/// Makes rows of the preferences window. A row shows a key's value, and stores changes at once.
extension Preferences {
  func switchRow(_ key: String, _ label: String, hint: String = "") -> ActionRow {
    let control = Switch()
    settings.bind(key, to: control, "active")
    return ActionRow(title: label, subtitle: hint, control)
  }

  func numberRow(
    _ key: String,
    _ label: String,
    _ hint: String,
    within range: ClosedRange<Double>
  ) -> ActionRow {
    let control = SpinButton(from: range.lowerBound, to: range.upperBound, step: 10)
    settings.bind(key, to: control, "value")
    return ActionRow(title: label, subtitle: hint, control)
  }

  func choiceRow(_ key: String, _ label: String, _ choices: [(String, String)]) -> ComboRow {
    let row = ComboRow(title: label)
    row.setChoices(choices.map(\.1))
    row.showChoiceBelow()
    settings.bind(key, among: choices.map(\.0), to: row, "selected")
    return row
  }

  func entryRow(_ key: String, _ label: String, usual: String) -> ActionRow {
    let entry = TidelineGtk.Entry()
    entry.placeholderText = usual
    // The minimum width in px. In a wide window, the entry takes half of the row.
    entry.setSizeRequest(width: 120)
    entry.setExpand(horizontal: true)
    settings.bind(key, to: entry, "text")
    return ActionRow(title: label, subtitle: "", entry)
  }
}

/// Changes many preferences at once, and shows a toast that can undo the change.
final class UndoToast {
  let overlay = ToastOverlay()
  private let preferences: Preferences
  private var toast: ToastTurn?
  /// The values before the change.
  private var before: [String: String?] = [:]

  init(_ preferences: Preferences) {
    self.preferences = preferences
    let actions = SimpleActionGroup()
    actions.add(.named("undo") { [weak self] in if let self { preferences.store(before) } })
    overlay.insert(actions, prefix: "preferences")
  }

  func change(_ keys: [String], _ title: String, _ change: () -> Void) {
    before = preferences.stored(keys)
    change()
    toast?.dismiss()
    toast = overlay.add(title, undo: "preferences.undo")
  }
}
