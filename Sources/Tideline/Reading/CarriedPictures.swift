import Mail
import TidelineGtk
import TidelineProgram

/// The pictures that a message contains: in its text where the HTML places them, and the others
/// below the text. They are read one by one while the message is open; each is shown once read.
///
/// CSS: `box.pictures`, with the pictures below the text.
final class CarriedPictures {
  let widget = Box(.vertical, spacing: 12)
  /// Whether the message is open. The pictures of a closed message take no memory.
  var isOpen = false {
    didSet {
      guard isOpen != oldValue else { return }
      guard isOpen else { return unload() }
      if shown == 0 { showMore() } else { load(0..<shown) }
    }
  }

  /// The pictures that are shown, by their indexes among the message's pictures.
  var paintables: [Int: Paintable] {
    pictures.enumerated().reduce(into: [:]) { $0[$1.offset] = $1.element.paintable }
  }

  private let pictures: [CarriedPicture]
  private let inText: Set<Int>
  /// The indexes of the pictures whose widgets are in the text.
  private var placed: Set<Int> = []
  /// The number of pictures, counted from the first, that are shown or will be once they are read.
  private var shown = 0
  private let more = Button(label: tr("Show More Pictures"))
  private var queue: [CarriedPicture] = []
  /// The task that reads the queue, or the last such task.
  private var reading: Task<Void, Never>?
  private var isReading = false

  /// The number of pictures that are fetched before the user asks for more.
  private static let batch = 20

  init(of message: ReadMessage, _ budget: PictureBudget, read: @escaping AttachmentRow.Read) {
    let listed = Set(message.attachments.compactMap(\.part))
    pictures = message.pictures.map { picture in
      let isListed = picture.part.map(listed.contains) ?? false
      return CarriedPicture(picture, isListed: isListed, budget, read: read)
    }
    inText = Set(message.passages.flatMap { $0.blocks.pictures })
    widget.addStyleClass("pictures")
    widget.isVisible = !Set(pictures.indices).isSubset(of: inText) || pictures.count > Self.batch
    more.setAlign(horizontal: .start)
    more.connect("clicked") { [weak self] in self?.showMore() }
    for picture in pictures {
      picture.onWanted = { [weak self] in self?.loadNext($0) }
    }
  }

  isolated deinit { reading?.cancel() }

  /// The widget of a picture in the text; nil if the picture was placed before, or does not exist.
  func place(_ picture: MessagePicture) -> Box? {
    let number = picture.index
    guard pictures.indices.contains(number), placed.insert(number).inserted else { return nil }
    pictures[number].link = picture.link.flatMap(LinkMarkup.address)
    if isOpen, number < shown { load(number..<number + 1) }
    return pictures[number].widget
  }

  private func showMore() {
    let batch = shown..<min(shown + Self.batch, pictures.count)
    shown = batch.upperBound
    let hadFocus = more.containsFocus
    if more.isInside(widget) { widget.remove(more) }
    for number in batch where !inText.contains(number) { widget.append(pictures[number].widget) }
    if shown < pictures.count {
      widget.append(more)
      if hadFocus { more.grabFocus() }
    }
    load(batch)
  }

  /// Queues pictures to be read, except pictures of the text that are not ``placed`` yet.
  private func load(_ numbers: Range<Int>) {
    queue += numbers.filter { !inText.contains($0) || placed.contains($0) }.map { pictures[$0] }
    startReading()
  }

  /// Loads a picture before the others, since the user waits for it.
  private func loadNext(_ picture: CarriedPicture) {
    queue.removeAll { $0 === picture }
    queue.insert(picture, at: 0)
    startReading()
  }

  private func startReading() {
    guard !isReading else { return }
    isReading = true
    reading = Task { [weak self, before = reading] in
      // Waits for a cancelled reading, which may not have ended yet.
      await before?.value
      while !Task.isCancelled, let picture = self?.takeNext() { await picture.load() }
      if !Task.isCancelled { self?.isReading = false }
    }
  }

  private func takeNext() -> CarriedPicture? { queue.isEmpty ? nil : queue.removeFirst() }

  private func unload() {
    reading?.cancel()
    isReading = false
    queue = []
    for picture in pictures { picture.unload() }
  }
}

extension [MessageBlock] {
  fileprivate var pictures: [Int] {
    flatMap { block -> [Int] in
      switch block {
      case .picture(let picture): [picture.index]
      case .quote(let blocks): blocks.pictures
      case .list(let items): items.flatMap(\.blocks.pictures)
      case .table(let rows): rows.flatMap { $0.flatMap(\.blocks.pictures) }
      case .paragraph, .heading, .preformatted, .rule: []
      }
    }
  }
}

/// Limits the pixels of all pictures in a reading pane, and so the memory that they take.
final class PictureBudget {
  private struct Holding {
    weak var picture: CarriedPicture?
    let pixels: Int
  }

  /// The most pixels of all shown pictures together: 160 MB at 4 bytes each, enough for five
  /// pictures of the largest shown size, or for 40 photos as wide as the pane. While a picture is
  /// decoded, it alone may have this many pixels (`TIDELINE_PICTURE_PIXELS`).
  static let limit = 40_000_000

  /// The pictures in the order in which they were shown.
  private var holdings: [Holding] = []
  /// The size in pixels of the picture that was refused last.
  private var refused = 0

  var used: Int { holdings.filter { $0.picture != nil }.map(\.pixels).reduce(0, +) }

  /// Whether the last refused picture would be refused again. If so, pictures are not even fetched,
  /// unless the user asks for them.
  var isSpent: Bool { used + refused > Self.limit }

  /// Takes pixels for a picture, for as long as it lives, or until ``release(_:)``.
  ///
  /// - Parameter replaces: whether to free other pictures if needed, the first shown ones first.
  /// - Returns: whether the picture may be shown.
  func take(_ pixels: Int, for picture: CarriedPicture, replaces: Bool) -> Bool {
    holdings.removeAll { $0.picture == nil }
    while replaces, used + pixels > Self.limit, let first = holdings.first?.picture {
      release(first)
      first.giveWay()
    }
    guard used + pixels <= Self.limit else {
      refused = pixels
      return false
    }
    holdings.append(Holding(picture: picture, pixels: pixels))
    return true
  }

  func release(_ picture: CarriedPicture) { holdings.removeAll { $0.picture === picture } }
}
