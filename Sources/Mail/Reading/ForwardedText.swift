/// Where in a text a forwarded message stands, and how deep in quotes: what it says is to be read.
struct ForwardedText {
  /// Quotes up to this depth are a forwarded message.
  private(set) var depth = 0
  private var header = HeaderPlace.none
  /// How many lines of the header have passed.
  private var headerLines = 0
  /// Of the last line that was not empty.
  private var lastDepth = 0

  private enum HeaderPlace {
    case none, awaited, inside
  }

  /// The header of an answered or forwarded message has no more lines than this.
  static let headerLimit = 16

  /// Whether the line that was taken is in the header, or above it. It announces no answer.
  var isInHeader: Bool { header != .none }

  /// A line says that a forwarded message follows.
  mutating func begin(depth: Int) {
    self.depth = max(self.depth, depth)
    header = .awaited
  }

  /// Takes a line.
  ///
  /// - Parameters:
  ///   - words: without quote marks and spaces at its ends.
  ///   - depth: how many quotes it stands in.
  ///   - mayBegin: whether a forwarded message may begin in a quote there, with its mark.
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
