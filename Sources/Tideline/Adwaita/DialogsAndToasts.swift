import CAdwaita
import TidelineGtk
import TidelineProgram

extension MessageDialog: WidgetConvertible {
  /// - Parameters:
  ///   - heading: plain text, shortened to 120 characters.
  ///   - body: a sentence or two, plain text.
  static func make(over parent: Window, heading: String, body: String) -> MessageDialog {
    let heading = ShownText.line(heading, limit: 120)
    let dialog = MessageDialog(heading: heading, shownBody: ShownText.line(body))
    dialog.asWindow.setTransient(for: parent)
    dialog.keepLabelsWide()
    return dialog
  }

  /// Sets the texts, in the form of ``make(over:heading:body:)``.
  func set(heading: String, body: String) {
    adw_message_dialog_set_heading(self, ShownText.line(heading, limit: 120))
    adw_message_dialog_set_body(self, ShownText.line(body))
  }

  func setContent(_ content: some WidgetConvertible) {
    adw_message_dialog_set_extra_child(self, content.asWidget)
  }

  /// Adds the button that changes nothing. Esc presses it; so does Enter if no button is default.
  func addCancel(_ label: String) {
    adw_message_dialog_add_response(self, "cancel", label)
    adw_message_dialog_set_default_response(self, "cancel")
    adw_message_dialog_set_close_response(self, "cancel")
  }

  func add(
    _ label: String,
    isRisky: Bool = false,
    isDefault: Bool = false,
    chosen: @escaping () -> Void
  ) {
    let id = "response-\(label)"
    adw_message_dialog_add_response(self, id, label)
    if isRisky {
      adw_message_dialog_set_response_appearance(self, id, ADW_RESPONSE_DESTRUCTIVE)
    }
    if isDefault {
      adw_message_dialog_set_default_response(self, id)
      adw_message_dialog_set_response_appearance(self, id, ADW_RESPONSE_SUGGESTED)
    }
    connect("response::\(id)", chosen)
  }

  /// Shows a dialog that only says something: Enter, Esc and its button close it.
  static func tell(
    _ heading: String,
    _ body: String,
    over parent: Window,
    _ content: Widget? = nil
  ) {
    let dialog = make(over: parent, heading: heading, body: body)
    if let content { dialog.setContent(content) }
    adw_message_dialog_add_response(dialog, "close", tr("_Close"))
    adw_message_dialog_set_default_response(dialog, "close")
    adw_message_dialog_set_close_response(dialog, "close")
    dialog.asWindow.present()
  }
}

extension MessageDialog {
  /// Shows the dialog, and waits until it is answered or closed.
  ///
  /// - Parameters:
  ///   - yes: the label of the button that agrees.
  ///   - isRisky: whether that button looks dangerous.
  ///   - isDefault: whether Enter presses that button, which is then highlighted. If false, Enter
  ///     presses the other button.
  ///   - no: the label of the other button, which Esc always presses.
  /// - Returns: whether the user agrees; false also if the dialog is closed, or if the task is
  ///   cancelled, which closes the dialog.
  func agrees(
    _ yes: String,
    isRisky: Bool = false,
    isDefault: Bool = false,
    no: String,
    presented: () -> Void = {}
  ) async -> Bool {
    let reply = DialogReply(self)
    addCancel(no)
    add(yes, isRisky: isRisky, isDefault: isDefault) { reply.isYes = true }
    // The dialog emits `unmap` when it is answered or closed, and when its parent is unmapped. When
    // answered, it emits `response` right after `unmap`, so `end` runs later, in a task. `destroy`
    // cannot replace `unmap`: it is not emitted while this function waits.
    connect("unmap") { Task { reply.end() } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        reply.continuation = continuation
        guard !Task.isCancelled else { return reply.takeAway() }
        asWindow.present()
        presented()
      }
    } onCancel: {
      Task { @MainActor in reply.takeAway() }
    }
  }
}

/// The answer to a dialog; resumes the waiting task once.
private final class DialogReply {
  var isYes = false
  var continuation: CheckedContinuation<Bool, Never>?
  private let dialog: Unowned<MessageDialog>

  init(_ dialog: MessageDialog) { self.dialog = Unowned(dialog) }

  func end() {
    continuation?.resume(returning: isYes)
    continuation = nil
  }

  func takeAway() {
    isYes = false
    if dialog.isAlive { dialog.object.asWindow.destroy() }
    end()
  }
}

/// The About window: the program's icon, name, version, purpose, developers and license.
enum AboutWindow {
  static func present(over parent: ApplicationWindow) {
    tideline_about(
      parent.asWindow,
      AppInfo.id,
      AppInfo.name,
      AppInfo.version,
      tr("Lists the mail conversations that you have on disk and on mail servers. Read-only."),
      AppInfo.developer
    )
  }
}

extension ToastOverlay: WidgetConvertible {
  var child: Widget? {
    get { adw_toast_overlay_get_child(self) }
    set { adw_toast_overlay_set_child(self, newValue) }
  }

  /// Shows a toast, and makes a screen reader announce its title.
  ///
  /// libadwaita 1.6 and newer announce a toast's title, unless a widget replaces the title. They
  /// then announce only that a toast appeared, and its button's label. Every toast here has such a
  /// widget, with the role `status`; so no version announces the text twice.
  ///
  /// - Parameter title: one line, plain text.
  @discardableResult
  func add(_ title: String, _ prepare: (Toast) -> Void = { _ in }) -> ToastTurn {
    let toast = Toast(markup: "")
    adw_toast_set_custom_title(toast, Self.spoken(title).asWidget)
    prepare(toast)
    let turn = ToastTurn(toast)
    if owned(ToastTurns.self, key: "turns") == nil { own(ToastTurns(in: self), key: "turns") }
    owned(ToastTurns.self, key: "turns")?.add(turn)
    announce(title)
    return turn
  }

  /// Shows a toast with a button that undoes something: long enough to be spoken, and to reach the
  /// button by keyboard.
  func add(_ title: String, undo action: String) -> ToastTurn {
    add(title) { toast in
      toast.setButton(tr("Undo"), action: action)
      toast.setTimeout(15)
    }
  }

  private static func spoken(_ title: String) -> Box {
    let holder = Box(.horizontal, spacing: 0, role: .status)
    let label = Label.paragraph("", "heading", lines: 2)
    label.setLeastWidth(chars: 4)
    label.text = title
    holder.append(label)
    holder.setAccessibleLabel(title)
    return holder
  }
}

extension Toast: ObjectConvertible {
  /// Adds a button that activates an action, and closes the toast.
  func setButton(_ label: String, action: String) {
    adw_toast_set_button_label(self, label)
    adw_toast_set_action_name(self, action)
  }

  /// Sets the seconds after which the toast closes; 0 for a toast that stays until it is dismissed.
  func setTimeout(_ seconds: UInt32) { adw_toast_set_timeout(self, seconds) }
}

/// A toast, from its place in the queue until it is closed.
final class ToastTurn {
  fileprivate let toast: Toast
  fileprivate var isDismissed = false

  fileprivate init(_ toast: Toast) { self.toast = toast }

  /// Closes the toast, or takes it out of the queue.
  func dismiss() {
    isDismissed = true
    adw_toast_dismiss(toast)
  }
}

/// Shows toasts one after the other: each slides in only when the one before has slid out.
/// libadwaita 1.2 frees a toast that is closed while it replaces another one, and then uses it.
private final class ToastTurns {
  private let overlay: Unowned<ToastOverlay>
  private var waiting: [ToastTurn] = []
  private var isShowing = false

  init(in overlay: ToastOverlay) { self.overlay = Unowned(overlay) }

  func add(_ turn: ToastTurn) {
    waiting.append(turn)
    advance()
  }

  private func advance() {
    waiting.removeAll(where: \.isDismissed)
    guard !isShowing, !waiting.isEmpty else { return }
    isShowing = true
    let turn = waiting.removeFirst()
    tideline_add_toast(overlay.object, turn.toast)
    // The newest toast is the last child. It is removed when it has slid out.
    guard let shown = overlay.object.asWidget.children.last else { return }
    shown.connect("destroy") { [weak self] in
      Task {
        self?.isShowing = false
        self?.advance()
      }
    }
    // libadwaita 1.2 names one button twice, and the other by its icon's type.
    for button in shown.children.compactMap({ $0.as(Button.self) }) {
      button.setAccessibleLabel(button.label ?? tr("Dismiss"))
    }
    // From right to left, the title's natural width is too small.
    shown.children.first?.setAlign(horizontal: .fill)
  }
}
