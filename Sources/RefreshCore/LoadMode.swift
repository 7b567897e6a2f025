/// When more rows are loaded.
public enum LoadMode: Sendable, Hashable {
  /// Only when the user asks: by a pull past the edge or by the button.
  case pull

  /// Also when less than `prefetch` viewports are left before that edge (0…10, NaN counts as 1).
  ///
  /// A viewport that is not full is filled, one page after another. Pages that show no rows, as
  /// where a filter hides them, are followed by more after a pause of 0.25 s, which doubles up to
  /// 8 s. After ten of those in a row, and after a failed load, the list goes on when the user
  /// scrolls to the end again, pulls, presses the button, or has refreshed.
  case automatic(prefetch: Double = 1)
}
