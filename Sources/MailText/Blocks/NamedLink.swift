/// A link of a message whose text does not tell its target.
public struct NamedLink: Sendable, Hashable, Encodable {
  /// The text, on one line.
  public var text: String
  public var target: String

  /// The limit of links; further ones are those of a page that nobody reads to its end.
  static let limit = 500
}

extension ReadMessage {
  /// The links in the text, in order and each once, without those that are shown as their target.
  public var links: [NamedLink] {
    var (links, known) = ([NamedLink](), Set<NamedLink>())
    for text in passages.flatMap(\.blocks.styledTexts) where !text.runs.isEmpty {
      let bytes = Array(text.text.utf8)
      var runs = text.runs[...]
      while let first = runs.popFirst() {
        guard let target = first.link else { continue }
        var end = first.range.upperBound
        // Runs of different styles may be parts of one link.
        while let next = runs.first, next.link == target, next.range.lowerBound == end {
          end = next.range.upperBound
          runs.removeFirst()
        }
        let link = NamedLink(
          text: oneLine(bytes[first.range.lowerBound..<min(end, bytes.count)], limit: 200),
          target: target
        )
        guard !link.text.isEmpty, !link.tellsItsTarget, known.insert(link).inserted else {
          continue
        }
        links.append(link)
        if links.count == NamedLink.limit { return links }
      }
    }
    return links
  }
}

extension NamedLink {
  fileprivate var tellsItsTarget: Bool {
    target.hasPrefix("tel:")
      ? text.filter(\.isWholeNumber) == target.filter(\.isWholeNumber)
      : Self.plain(text) == Self.plain(target)
  }

  private static func plain(_ address: String) -> Substring {
    var plain = address.lowercased()[...]
    for scheme in ["https://", "http://", MailLink.scheme, "www."] where plain.hasPrefix(scheme) {
      plain = plain.dropFirst(scheme.count)
    }
    return plain.last == "/" ? plain.dropLast() : plain
  }
}

extension [MessageBlock] {
  /// All texts of the blocks, in order.
  var styledTexts: [StyledText] {
    flatMap { block -> [StyledText] in
      switch block {
      case .paragraph(let text), .heading(_, let text), .preformatted(let text): [text]
      case .quote(let blocks): blocks.styledTexts
      case .list(let items): items.flatMap(\.blocks.styledTexts)
      case .table(let rows): rows.joined().flatMap(\.blocks.styledTexts)
      case .picture(let picture): [StyledText(picture.alternative, [], link: picture.link)]
      case .rule: []
      }
    }
  }
}
