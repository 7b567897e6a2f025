import Mail
import TidelineGtk
import TidelineProgram

/// A printed message: its header, its whole text with all quotes, the pictures that the window
/// shows, and the names of the attachments.
struct MessageOnPaper {
  private let title: String
  private let parts: [PrintedPart]

  private static let subtle = 0.35

  init(_ message: ReadMessage, pictures: [Int: Paintable]) {
    title = message.subject
    var parts: [PrintedPart] = []
    if !message.subject.isEmpty { parts.append(.text(message.subject, font: "Sans Bold 14")) }
    parts.append(.text(Self.header(of: message).joined(separator: "\n"), font: "Sans 9"))
    parts += message.remarks.map {
      var part = PrintedPart.text(tr($0.sentence))
      part.gray = Self.subtle
      return part
    }
    var text = PrintedBlocks(pictures: pictures)
    for passage in message.passages {
      text.add(passage.blocks, gray: passage.kind == .written ? 0 : Self.subtle)
    }
    parts += text.parts
    parts += text.pictures.sorted { $0.key < $1.key }.map { .picture($0.value) }
    parts += message.attachments.map {
      .text(tr("Attached: %s", with: AttachmentText.line($0)), font: "Sans 9")
    }
    self.parts = parts
  }

  private static func header(of message: ReadMessage) -> [String] {
    var lines: [String] = []
    if !message.from.addresses.isEmpty { lines.append(tr("From: %s", with: message.from.text)) }
    if !message.to.addresses.isEmpty { lines.append(tr("To: %s", with: message.to.text)) }
    if !message.cc.addresses.isEmpty { lines.append(tr("Cc: %s", with: message.cc.text)) }
    return lines + [RelativeDate.exact(message.date)]
  }

  /// - Parameter end: called at the end, with the reason if nothing was printed.
  func print(
    over window: Window?,
    to pdf: String? = nil,
    end: @escaping (_ reason: String?) -> Void
  ) {
    PrintJob.print(
      parts,
      title: title.isEmpty ? tr("message") : title,
      over: window,
      to: pdf,
      footer: { tr("Page %s of %s", with: $0.grouped, $1.grouped) },
      end: end
    )
  }
}
