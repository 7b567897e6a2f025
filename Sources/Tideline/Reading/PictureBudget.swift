/// Limits the pixels of all pictures in a reading pane, and so the memory that they take.
final class PictureBudget {
  private struct Holding {
    weak var picture: CarriedPicture?
    let pixels: Int
  }

  /// The most pixels of all shown pictures together: 160 MB at 4 bytes each, enough for five
  /// pictures of the largest shown size, or for 40 photos as wide as the pane. While a picture is
  /// decoded, it alone may have this many pixels (`TIDELINE_PICTURE_PIXELS`).
  static let limit = 40_000_000

  /// The pictures in the order in which they were shown.
  private var holdings: [Holding] = []
  /// The size in pixels of the picture that was refused last.
  private var refused = 0

  /// The pixels of the pictures that are shown.
  var used: Int { holdings.filter { $0.picture != nil }.map(\.pixels).reduce(0, +) }

  /// Whether the last refused picture would be refused again. If so, pictures are not even fetched,
  /// unless the user asks for them.
  var isSpent: Bool { used + refused > Self.limit }

  /// Takes pixels for a picture, for as long as it lives, or until ``release(_:)``.
  ///
  /// - Parameter replaces: whether to free other pictures if needed, the first shown ones first.
  /// - Returns: whether the picture may be shown.
  func take(_ pixels: Int, for picture: CarriedPicture, replaces: Bool) -> Bool {
    holdings.removeAll { $0.picture == nil }
    while replaces, used + pixels > Self.limit, let first = holdings.first?.picture {
      release(first)
      first.giveWay()
    }
    guard used + pixels <= Self.limit else {
      refused = pixels
      return false
    }
    holdings.append(Holding(picture: picture, pixels: pixels))
    return true
  }

  func release(_ picture: CarriedPicture) { holdings.removeAll { $0.picture === picture } }
}
