/// Who asks for more.
public enum LoadMode: Sendable, Hashable {
  /// The user does: by a pull past the bottom or by the button.
  case pull

  /// The list does too, when less than `prefetch` viewports are left below (0…10, NaN counts
  /// as 1).
  ///
  /// On a page that is not full, or when loads bring little, it asks at most three times in a
  /// row; scrolling on, a pull, the button or a successful refresh give it three more.
  case automatic(prefetch: Double = 1)
}
