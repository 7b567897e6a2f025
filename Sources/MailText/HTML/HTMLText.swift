/// Reads the text of an HTML page line by line, as a browser would show it, without the layout.
/// Fetches nothing, and runs no script. May run on any thread.
enum HTMLText {
  /// Passes on lines until the page ends, `consume` returns false, or the task is cancelled.
  ///
  /// - Parameter text: UTF-8 without NULs, even if the page declares another charset.
  static func read(_ text: Bytes, _ consume: (TextLine) -> Bool) {
    withoutActuallyEscaping(consume) { consume in
      var tokens = HTMLTokens(text)
      var tree = HTMLTree(consume)
      var nextCheck = 0
      while !tree.isDone, let token = tokens.next(isForeign: tree.isForeign) {
        read(token, &tokens, into: &tree)
        guard tokens.position >= nextCheck else { continue }
        if Task.isCancelled { return }
        nextCheck = tokens.position + cancellationStep
      }
      tree.finish()
    }
  }

  /// The number of bytes between two checks for cancellation.
  private static let cancellationStep = 64 << 10

  private static func read(
    _ token: HTMLTokens.Token,
    _ tokens: inout HTMLTokens,
    into tree: inout HTMLTree
  ) {
    switch token {
    case .text(let text): tree.add(text, isResolved: false)
    case .plainText(let text): tree.add(text, isResolved: true)
    case .doctype: tree.addDoctype()
    case .end(let name): tree.end(name)
    case .start(let tag):
      if tag.name == "ol", tag.has("reversed"), !tag.has("start") {
        tree.countItems { tokens.itemCount }
      }
      switch tree.begin(tag) {
      case .elements, .nothing: break
      case .text:
        tree.add(tokens.takeText(of: tag.name), isResolved: false)
        tree.end(tag.name)
      case .plainText:
        tree.add(tokens.takeText(of: tag.name), isResolved: true)
        tree.end(tag.name)
      case .skipped:
        let text = tokens.takeText(of: tag.name)
        if tag.name == "style", tag.isForScreens {
          tree.add(styleSheet: text)
          tokens.attributes = tree.attributes
        }
        tree.end(tag.name)
      case .rest: tree.add(tokens.takeRest(), isResolved: true)
      }
    }
  }
}

extension HTMLTag {
  /// Whether a style sheet is CSS, for the screens where mail is read.
  fileprivate var isForScreens: Bool {
    let type = self["type"]
    return (type.isEmpty || type.count == 8 && type.starts(withAnyCaseOf: "text/css"))
      && HTMLStyleSheet.holds(media: String(decoding: self["media"], as: UTF8.self).lowercased())
  }
}

extension HTMLTokens {
  /// The number of items in the list that begins here, without those of the lists in it.
  fileprivate var itemCount: Int {
    var (tokens, count, depth) = (self, 0, 0)
    while depth >= 0, tokens.position - position < Self.listLimit,
      let token = tokens.next(isForeign: false)
    {
      switch token {
      case .start(let tag) where tag.name == "li": count += depth == 0 ? 1 : 0
      case .start(let tag) where Self.lists.contains(tag.name): depth += 1
      case .end(let name) where Self.lists.contains(name): depth -= 1
      default: break
      }
    }
    return count
  }

  private static let lists: Set<HTMLName> = ["ol", "ul", "menu", "dir"]
  /// The limit of a list in bytes.
  private static let listLimit = 16_384
}
