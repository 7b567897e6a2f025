/// Finds the start and the quote depth of a forwarded message within a text, so that the message's
/// lines do not count as a quote.
struct ForwardedText {
  /// The highest quote depth of lines that belong to a forwarded message.
  private(set) var depth = 0
  private var header = HeaderPlace.none
  /// The number of lines of the header so far.
  private var headerLines = 0
  /// The quote depth of the last line that was not empty.
  private var lastDepth = 0

  private enum HeaderPlace {
    case none, awaited, inside
  }

  /// The limit of a quoted or forwarded message's header, in lines.
  static let headerLimit = 16

  /// Whether the current line announces a header or is in the header, and so introduces no quote.
  var isInHeader: Bool { header != .none }

  /// Notes a line that announces a forwarded message.
  mutating func begin(depth: Int) {
    self.depth = max(self.depth, depth)
    header = .awaited
  }

  /// Examines the next line.
  ///
  /// - Parameters:
  ///   - words: the line without quote marks and without spaces at its ends.
  ///   - depth: the line's quote depth.
  ///   - mayBegin: whether a forwarded message with quote marks may begin at this line.
  mutating func take(_ words: Bytes, depth: Int, mayBegin: @autoclosure () -> Bool) {
    if depth == lastDepth + 1, mayBegin(), case .forwarded = LineKind(words) {
      self.depth = max(self.depth, depth)
    }
    if !words.isEmpty { lastDepth = depth }
    switch header {
    case .awaited where !words.isEmpty:
      header = LineKind.isHeaderField(words) ? .inside : .none
      headerLines = 1
      if header == .inside { self.depth = max(self.depth, depth) }
    case .inside:
      headerLines += 1
      if words.isEmpty || headerLines > Self.headerLimit { header = .none }
    case .awaited, .none: break
    }
  }
}
