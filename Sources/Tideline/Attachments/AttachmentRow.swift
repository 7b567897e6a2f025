import CAdwaita
import Mail
import SystemPackage
import TidelineGtk
import TidelineProgram

/// One attachment of a message: a click opens it, and a button beside it saves it. Slow work shows
/// its progress, and can be cancelled. The attachment can be dragged to other programs.
///
/// CSS: `box.attachment-row` with two buttons; inside is a `label.attachment`.
final class AttachmentRow {
  /// Reads an attachment; `progress` is called with the number of bytes read, on any thread.
  typealias Read = (
    _ attachment: Attachment, _ progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> [UInt8]

  let widget = Box(.horizontal, spacing: 6)
  let attachment: Attachment
  /// Called with an error's text, or with nil when another attempt begins.
  var onProblem: ((String?) -> Void)?

  private let line = Button()
  private let saving: Button
  private let bar = ProgressBar()
  private let cancelling: Button
  private let read: Read
  private var work: Task<Void, Never>?
  private var waiting: [Act] = []
  /// The path of the copy that was opened.
  private var opened: String?

  /// The time after which work shows its progress.
  private static let patience = Duration.milliseconds(300)

  /// - Parameter title: the text to show instead of the attachment's name and size.
  init(_ attachment: Attachment, title: String? = nil, read: @escaping Read) {
    (self.attachment, self.read) = (attachment, read)
    let (name, saveIcon) = (attachment.title, "document-save-symbolic")
    saving = Button.flat(saveIcon, tr("Save %s As…", with: name), tip: tr("Save As…"))
    let cancel = tr("Cancel Fetching %s", with: name)
    cancelling = Button.flat("process-stop-symbolic", cancel, tip: tr("Cancel"))
    let text = title ?? AttachmentText.line(attachment)
    widget.addStyleClass("attachment-row")
    line.addStyleClass("flat")
    line.setChild(Self.content(text))
    line.setAccessibleLabel(title ?? tr("Open %s", with: text))
    line.connect("clicked") { [weak self] in self?.open() }
    saving.connect("clicked") { [weak self] in self?.chooseAndSave() }
    bar.setAlign(vertical: .center)
    bar.setAccessibleLabel(tr("Fetching %s", with: name))
    cancelling.connect("clicked") { [weak self] in self?.cancel() }
    widget.append([line, saving, bar, cancelling])
    // A uuencoded file within the text has no part of its own, so it cannot be opened or saved.
    if attachment.part != nil { line.letDragFile { [weak self] in await self?.dragged() } }
    saving.isVisible = attachment.part != nil
    line.isSensitive = attachment.part != nil
    showProgress(false)
  }

  isolated deinit { work?.cancel() }

  private static func content(_ text: String) -> Box {
    let box = Box(.horizontal, spacing: 8)
    box.append(Image(iconName: "mail-attachment-symbolic"))
    box.append(Label.paragraph(text, "attachment"))
    return box
  }

  // MARK: Reading

  private typealias Act = (AttachmentRow, [UInt8]) async throws -> Void

  /// Reads the attachment and passes on its content. Requests during a reading share the result.
  private func run(_ act: @escaping Act) {
    waiting.append(act)
    begin()
  }

  /// Reads the attachment and saves it, also if its message leaves the window meanwhile: the
  /// waiting handler keeps this row.
  private func runToTheEnd(_ save: @escaping ([UInt8]) async throws -> Void) {
    run { [self] _, content in
      try await save(content)
      withExtendedLifetime(self) {}
    }
  }

  private func begin() {
    guard work == nil, !waiting.isEmpty else { return }
    onProblem?(nil)
    setBusy(true)
    let slow = Task { [weak self] in
      try await Task.sleep(for: Self.patience)
      self?.showProgress(self?.work != nil)
    }
    work = Task { [weak self, read, attachment] in
      do {
        let content = try await read(attachment) { count in
          Task { @MainActor in self?.show(count) }
        }
        try Task.checkCancellation()
        slow.cancel()
        self?.showProgress(false)
        while let self, !waiting.isEmpty { await perform(waiting.removeFirst(), content) }
      } catch is CancellationError {
      } catch {
        self?.waiting = []
        self?.tell(error)
      }
      slow.cancel()
      self?.work = nil
      self?.setBusy(false)
      // Continues with requests that came after a cancellation.
      self?.begin()
    }
  }

  private func perform(_ act: Act, _ content: [UInt8]) async {
    do { try await act(self, content) } catch { tell(error) }
  }

  private func tell(_ error: any Error) {
    if !(error is CancellationError) { onProblem?(ErrorText(error).text) }
  }

  private func show(_ count: Int64) {
    bar.fraction = min(1, Double(count) / Double(max(1, attachment.size)))
  }

  private func setBusy(_ isBusy: Bool) {
    widget.setAccessibleBusy(isBusy)
    bar.fraction = 0
    if !isBusy { showProgress(false) }
  }

  private func showProgress(_ isShown: Bool) {
    let hadFocus = cancelling.containsFocus
    bar.isVisible = isShown
    cancelling.isVisible = isShown
    if hadFocus, !isShown { line.grabFocus() }
  }

  private func cancel() {
    waiting = []
    work?.cancel()
  }

  // MARK: Opening

  private func open() {
    guard work == nil else { return }
    run { row, content in
      let (name, type) = (AttachmentText.fileName(row.attachment), row.attachment.type)
      guard let (risk, isDisguised) = await Self.risk(of: name, type, content) else {
        return try await row.open(content)
      }
      row.ask(risk, isDisguised: isDisguised, content)
    }
  }

  /// Finds the risk of opening the content, on another thread. Nil if there is no risk.
  ///
  /// - Parameter name: the name of the opened file, which decides which program opens it.
  @concurrent private nonisolated static func risk(
    of name: String,
    _ type: String,
    _ content: [UInt8]
  ) async -> (AttachmentRisk, isDisguised: Bool)? {
    guard let risk = AttachmentRisk(name: name, type: type, content: content) else { return nil }
    return (risk, AttachmentRisk.isDisguised(name: name, type: type, content: content))
  }

  private func ask(_ risk: AttachmentRisk, isDisguised: Bool, _ content: [UInt8]) {
    guard let window = widget.window else { return }
    let dialog = MessageDialog.make(
      over: window,
      heading: tr("Open “%s”?", with: attachment.title),
      body: AttachmentText.warning(risk, attachment, isDisguised: isDisguised)
    )
    dialog.addCancel(tr("_Cancel"))
    dialog.add(tr("_Save As…")) { [weak self] in self?.chooseAndSave() }
    dialog.add(tr("_Open Anyway"), isRisky: true) { [weak self] in
      Task { await self?.perform({ try await $0.open($1) }, content) }
    }
    dialog.asWindow.present()
  }

  private func open(_ content: [UInt8]) async throws {
    let path: String
    if let opened { path = opened } else { path = try await copy(content, mode: .ownerRead) }
    opened = path
    do {
      try await widget.openInDefaultProgram(path: path)
    } catch {
      onProblem?(
        tr(
          "No program opened “%s”. Save it, and open it with a program of your choice.",
          with: LabelText.make(attachment.title)
        )
      )
    }
  }

  /// Creates a copy for another program.
  private func copy(_ content: [UInt8], mode: FilePermissions) async throws -> String {
    let name = AttachmentText.fileName(attachment)
    return try await ReadingThreads.run {
      try OpenedFiles.shared.add(content, name, mode: mode)
    }
  }

  /// Creates the file for another program onto which the attachment was dropped.
  private func dragged() async -> String? {
    do {
      return try await copy(read(attachment) { _ in }, mode: .ownerReadWrite)
    } catch {
      tell(error)
      return nil
    }
  }

  // MARK: Saving

  private func chooseAndSave() {
    let kind = FileChooser.Kind.save(name: AttachmentText.fileName(attachment))
    FileChooser.ask(kind, tr("Save Attachment"), tr("_Save"), over: widget) { [weak self] path in
      self?.runToTheEnd { content in
        try await ReadingThreads.run { try AttachmentFile.replace(content, at: path) }
      }
    }
  }

  /// Saves the attachment in a folder, under a name that is not used there.
  func save(in folder: String, then done: @escaping () -> Void = {}) {
    let name = AttachmentText.fileName(attachment)
    runToTheEnd { content in
      _ = try await ReadingThreads.run { try AttachmentFile.create(content, name, in: folder) }
      done()
    }
  }
}
