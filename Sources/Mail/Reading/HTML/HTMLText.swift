/// Reads the text of an HTML page line by line, as a browser would show it, without the layout.
///
/// Fetches nothing, runs no script, and ignores style sheets; only `style` attributes count.
/// May run on any thread.
enum HTMLText {
  /// Passes on lines until the page ends, `consume` returns false, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without NULs, even if the page declares another charset.
  ///   - consume: takes a line, and returns whether another line is needed.
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
      switch tree.begin(tag) {
      case .elements, .nothing: break
      case .text:
        tree.add(tokens.takeText(of: tag.name), isResolved: false)
        tree.end(tag.name)
      case .plainText:
        tree.add(tokens.takeText(of: tag.name), isResolved: true)
        tree.end(tag.name)
      case .skipped:
        _ = tokens.takeText(of: tag.name)
        tree.end(tag.name)
      case .rest: tree.add(tokens.takeRest(), isResolved: true)
      }
    }
  }
}
