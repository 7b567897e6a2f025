import TidelineGtk
import Mail
import TidelineProgram

/// A picture that a message contains. A long fetch shows its progress. Instead of a picture that
/// cannot be shown, a text gives the reason, and buttons offer what can be done.
///
/// CSS: `box.carried-picture`, with a `picture`; a linked one is in a `button.link`.
final class CarriedPicture {
  let widget = Box(.vertical, spacing: 6)
  /// Called when the user asks for the picture; the owner then has to call ``load()``.
  var onWanted: ((CarriedPicture) -> Void)?
  /// The shown picture; nil while none is shown.
  private(set) var paintable: Paintable?
  /// The target of the link around the picture in the text.
  var link: String?
  private let picture: Attachment
  /// Whether the picture is listed among the attachments, too.
  private let isListed: Bool
  private let budget: PictureBudget
  private let read: AttachmentRow.Read
  private let bar = ProgressBar()
  private var row: AttachmentRow?
  /// Whether the user has asked for the picture. Only such a picture may replace others.
  private var isWanted = false

  /// The time after which a fetch shows its progress.
  private static let patience = Duration.milliseconds(300)
  /// The least width and height in pixels. Smaller pictures are hidden: they only space the text.
  private static let leastSide = 3

  init(
    _ picture: Attachment,
    isListed: Bool,
    _ budget: PictureBudget,
    read: @escaping AttachmentRow.Read
  ) {
    (self.picture, self.isListed, self.budget, self.read) = (picture, isListed, budget, read)
    widget.addStyleClass("carried-picture")
  }

  /// The name in texts and for a screen reader.
  private var name: String {
    [picture.alternative, link ?? "", picture.name].first { !$0.isEmpty } ?? tr("Picture")
  }

  /// Reads and shows the picture, or shows the reason why the picture is not shown.
  func load() async {
    clear()
    do {
      guard picture.size <= DecodedPicture.byteLimit else {
        return show(sentence(for: .tooLarge), nil)
      }
      guard isWanted || !budget.isSpent else { return showOffer() }
      let content = try await fetch()
      let decoded = try await PictureDecoder.shared.decode(
        content,
        width: ReadingPane.widest * widget.scaleFactor
      )
      try Task.checkCancellation()
      show(decoded)
    } catch is CancellationError {
    } catch let error as UnreadablePicture {
      show(sentence(for: error.fault), nil)
    } catch {
      let retry = button(tr("Try Again"), spoken: tr("Try Again to Show %s", with: name))
      show(ErrorText(error).text, retry)
    }
  }

  /// Frees the picture; ``load()`` shows it again.
  func unload() {
    isWanted = false
    clear()
  }

  /// Frees this picture, so that another can be shown, and offers to show this one again. The
  /// widget keeps its height, so that nothing below it moves.
  func giveWay() {
    let height = widget.height
    unload()
    widget.setSizeRequest(height: height)
    showOffer()
  }

  private func fetch() async throws -> [UInt8] {
    bar.fraction = 0
    bar.setAccessibleLabel(tr("Fetching %s", with: name))
    widget.setAccessibleBusy(true)
    let slow = Task { [weak self] in
      try await Task.sleep(for: Self.patience)
      // Shows no progress if the fetch has ended since the sleep ended.
      try Task.checkCancellation()
      if let self { widget.append(bar) }
    }
    defer {
      slow.cancel()
      if bar.isInside(widget) { widget.remove(bar) }
      widget.setAccessibleBusy(false)
    }
    return try await read(picture) { [weak self] count in
      Task { @MainActor in self?.show(count) }
    }
  }

  private func show(_ count: Int64) {
    bar.fraction = min(1, Double(count) / Double(max(1, picture.size)))
  }

  private func clear() {
    for child in widget.children { widget.remove(child) }
    widget.setSizeRequest(height: -1)
    (row, paintable) = (nil, nil)
    budget.release(self)
  }

  private func show(_ decoded: DecodedPicture) {
    guard min(decoded.width, decoded.height) >= Self.leastSide else {
      return widget.isVisible = false
    }
    let pixels = decoded.width * decoded.height
    guard budget.take(pixels, for: self, replaces: isWanted) else { return showOffer() }
    let shown = Picture(decoded.paintable)
    shown.setAccessibleLabel(name)
    if !picture.alternative.isEmpty { shown.tooltipText = picture.alternative }
    let sized = shown.inItsOwnSize(width: decoded.width, height: decoded.height)
    widget.append(link.map { Self.button(sized, name: name, to: $0).asWidget } ?? sized.asWidget)
    paintable = decoded.paintable
  }

  /// A button that looks like its content and is a link, also for a screen reader.
  private static func button(
    _ content: some WidgetConvertible,
    name: String,
    to link: String
  ) -> Button {
    let (button, target) = (Button(role: .link), LinkTarget(link))
    button.addStyleClass("flat")
    button.addStyleClass("link")
    button.setChild(content)
    button.setAlign(horizontal: .start)
    button.setName(name, tip: target.title)
    button.setAccessibleDescription(target.title)
    let window = Unowned(button)
    button.connect("clicked") {
      let isContradicted = target.contradicts(name)
      LinkQuestion.follow(link, isContradicted: isContradicted, over: window.object.window)
    }
    return button
  }

  private func sentence(for fault: UnreadablePicture.Fault) -> String {
    let name = LabelText.make(name)
    return fault == .tooLarge
      ? tr("The picture “%s” is not shown: it is too large.", with: name)
      : tr("The picture “%s” is not shown: it is damaged, or of another kind.", with: name)
  }

  /// Says that the other pictures leave too little of the budget, and offers to show this picture.
  private func showOffer() {
    let text = tr(
      "The picture “%s” is not shown: with all others it would take too much memory.",
      with: LabelText.make(name)
    )
    show(text, button(tr("Show Picture"), spoken: tr("Show the Picture %s", with: name)))
  }

  private func show(_ problem: String, _ button: Button?) {
    let label = Label.paragraph(problem, "remark", isSelectable: true)
    widget.append(label)
    if let link { widget.append(Self.button(Label.paragraph(name), name: name, to: link)) }
    if let button { widget.append(button) }
    guard !isListed else { return }
    let row = AttachmentRow(picture, read: read)
    row.onProblem = { problem in
      label.text = problem ?? label.text
      if let problem { label.announce(problem) }
    }
    self.row = row
    widget.append(row.widget)
  }

  private func button(_ text: String, spoken: String) -> Button {
    let button = Button.make(text) { [weak self] in
      guard let self else { return }
      isWanted = true
      onWanted?(self)
    }
    button.setAccessibleLabel(spoken)
    button.setAlign(horizontal: .start)
    return button
  }
}

/// Decodes pictures outside of the main thread. Decodes only one at a time, so that several take no
/// more memory than the largest.
actor PictureDecoder {
  static let shared = PictureDecoder()

  func decode(_ bytes: [UInt8], width: Int) throws(UnreadablePicture) -> DecodedPicture {
    try DecodedPicture(bytes, width: width)
  }
}
