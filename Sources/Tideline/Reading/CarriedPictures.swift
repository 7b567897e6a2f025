import TidelineGtk
import Mail
import TidelineProgram

/// The pictures that a message carries, below its text. They are read one after the other, and
/// shown as each is there.
///
/// CSS: `box.pictures`.
final class CarriedPictures {
  let widget = Box(.vertical, spacing: 12)
  private var waiting: ArraySlice<CarriedPicture>
  private let more = Button(label: tr("Show More Pictures"))
  private var reading: Task<Void, Never>?

  /// How many are shown at once: each takes memory.
  private static let batch = 20

  /// - Parameters:
  ///   - message: has the pictures.
  ///   - read: reads one.
  init(of message: ReadMessage, read: @escaping AttachmentRow.Read) {
    let listed = Set(message.attachments.compactMap(\.part))
    waiting =
      message.pictures.map { picture in
        CarriedPicture(picture, isListed: picture.part.map(listed.contains) ?? false, read: read)
      }[...]
    widget.addStyleClass("pictures")
    more.setAlign(horizontal: .start)
    more.connect("clicked") { [weak self] in self?.showMore() }
    widget.append(more)
    showMore()
  }

  isolated deinit { reading?.cancel() }

  private func showMore() {
    let batch = waiting.prefix(Self.batch)
    waiting = waiting.dropFirst(Self.batch)
    let hadFocus = more.containsFocus
    widget.remove(more)
    for picture in batch { widget.append(picture.widget) }
    if !waiting.isEmpty {
      widget.append(more)
      if hadFocus { more.grabFocus() }
    }
    reading = Task { [before = reading] in
      await before?.value
      for picture in batch where !Task.isCancelled { await picture.load() }
    }
  }
}
