import TidelineGtk
import Mail
import TidelineProgram

/// The pictures that a message carries, below its text. They are read one after the other, and
/// shown as each is there.
///
/// CSS: `box.pictures`.
final class CarriedPictures {
  let widget = Box(.vertical, spacing: 12)
  private let pictures: [CarriedPicture]
  /// How many of them stand there, from the first one on.
  private var shown = 0
  private let more = Button(label: tr("Show More Pictures"))
  /// Those that are still to be read.
  private var queue: [CarriedPicture] = []
  private var reading: Task<Void, Never>?

  /// How many are fetched without being asked for.
  private static let batch = 20

  /// - Parameters:
  ///   - message: has the pictures.
  ///   - read: reads one.
  init(of message: ReadMessage, read: @escaping AttachmentRow.Read) {
    let listed = Set(message.attachments.compactMap(\.part))
    pictures = message.pictures.map { picture in
      let isListed = picture.part.map(listed.contains) ?? false
      return CarriedPicture(picture, isListed: isListed, read: read)
    }
    widget.addStyleClass("pictures")
    more.setAlign(horizontal: .start)
    more.connect("clicked") { [weak self] in self?.showMore() }
    for picture in pictures {
      picture.onWanted = { [weak self] in self?.loadNext($0) }
    }
    showMore()
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
    guard reading == nil else { return }
    reading = Task { [weak self] in
      while !Task.isCancelled, let picture = self?.takeNext() { await picture.load() }
      self?.reading = nil
    }
  }

  private func takeNext() -> CarriedPicture? { queue.isEmpty ? nil : queue.removeFirst() }
}
