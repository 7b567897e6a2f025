/// When more rows are loaded.
public enum LoadMode: Sendable, Hashable {
  /// Only when the user asks: by a pull past the edge or by the button.
  case pull

  /// Also when less than `prefetch` viewports are left before that edge (0…10, NaN counts as 1).
  ///
  /// On a page that is not full, or when loads add few rows, at most three loads start in a row;
  /// scrolling on, a pull, the button or a successful refresh allows three more.
  case automatic(prefetch: Double = 1)
}
