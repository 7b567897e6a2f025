/// Finds where in a text a forwarded message begins, and at which quote depth, so that its words
/// are read.
struct ForwardedText {
  /// Quotes down to this depth are a forwarded message.
  private(set) var depth = 0
  private var header = HeaderPlace.none
  /// The number of lines of the header so far.
  private var headerLines = 0
  /// The quote depth of the last line that was not empty.
  private var lastDepth = 0

  private enum HeaderPlace {
    case none, awaited, inside
  }

  /// The longest header of a quoted or forwarded message, in lines.
  static let headerLimit = 16

  /// Whether the current line is in the header or above it. It does not introduce a quote.
  var isInHeader: Bool { header != .none }

  /// Notes a line that announces a forwarded message.
  mutating func begin(depth: Int) {
    self.depth = max(self.depth, depth)
    header = .awaited
  }

  /// Takes a line.
  ///
  /// - Parameters:
  ///   - words: the line without quote marks and without spaces at its ends.
  ///   - depth: its quote depth.
  ///   - mayBegin: whether a marked forwarded message may begin in a quote at this line.
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
