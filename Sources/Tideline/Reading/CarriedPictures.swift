import TidelineGtk
import Mail
import TidelineProgram

/// The pictures that a message carries, below its text. They are read one after the other while the
/// message is open, and shown as each is there.
///
/// CSS: `box.pictures`.
final class CarriedPictures {
  let widget = Box(.vertical, spacing: 12)
  /// Whether the message is open. The pictures of a closed one take no memory.
  var isOpen = false {
    didSet {
      guard isOpen != oldValue else { return }
      guard isOpen else { return unload() }
      if shown == 0 { showMore() } else { load(pictures[..<shown]) }
    }
  }

  /// The pictures that are shown, in order.
  var paintables: [Paintable] { pictures.compactMap(\.paintable) }

  private let pictures: [CarriedPicture]
  /// How many of them stand there, from the first one on.
  private var shown = 0
  private let more = Button(label: tr("Show More Pictures"))
  /// Those that are still to be read.
  private var queue: [CarriedPicture] = []
  /// Reads the queue; one that has ended stays here.
  private var reading: Task<Void, Never>?
  private var isReading = false

  /// How many are fetched without being asked for.
  private static let batch = 20

  /// - Parameters:
  ///   - message: has the pictures.
  ///   - budget: bounds how many are shown.
  ///   - read: reads one.
  init(of message: ReadMessage, _ budget: PictureBudget, read: @escaping AttachmentRow.Read) {
    let listed = Set(message.attachments.compactMap(\.part))
    pictures = message.pictures.map { picture in
      let isListed = picture.part.map(listed.contains) ?? false
      return CarriedPicture(picture, isListed: isListed, budget, read: read)
    }
    widget.addStyleClass("pictures")
    more.setAlign(horizontal: .start)
    more.connect("clicked") { [weak self] in self?.showMore() }
    for picture in pictures {
      picture.onWanted = { [weak self] in self?.loadNext($0) }
    }
  }

  isolated deinit { reading?.cancel() }

  private func showMore() {
    let batch = pictures.dropFirst(shown).prefix(Self.batch)
    shown += batch.count
    let hadFocus = more.containsFocus
    if more.isInside(widget) { widget.remove(more) }
    for picture in batch { widget.append(picture.widget) }
    if shown < pictures.count {
      widget.append(more)
      if hadFocus { more.grabFocus() }
    }
    load(batch)
  }

  private func load(_ more: ArraySlice<CarriedPicture>) {
    queue += more
    startReading()
  }

  /// The user waits for this one.
  private func loadNext(_ picture: CarriedPicture) {
    queue.removeAll { $0 === picture }
    queue.insert(picture, at: 0)
    startReading()
  }

  private func startReading() {
    guard !isReading else { return }
    isReading = true
    reading = Task { [weak self, before = reading] in
      // One that was cancelled may not have ended yet.
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
