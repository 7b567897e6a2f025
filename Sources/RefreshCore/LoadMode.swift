/// The mode that decides when more rows are loaded.
///
/// ```swift
/// controller.loadMode = .automatic(prefetch: 2)
/// ```
public struct LoadMode: Sendable, Hashable {
  /// The viewports before the edge at which loading begins by itself; nil for never.
  let prefetch: Double?

  /// Loads only when the user asks: by a pull past the edge or by the button.
  public static let pull = LoadMode(prefetch: nil)

  /// Loads also when less than `prefetch` viewports are left before that edge (0…10, NaN counts as
  /// 1).
  ///
  /// A viewport that is not full is filled, page after page. After a page that shows no rows, for
  /// example because a filter hides them, the next one follows after a pause of 0.25 s, which
  /// doubles up to 8 s. After ten such pages in a row, and after a failed load, the list loads
  /// again when the user scrolls to the end, pulls, presses the button, or has refreshed.
  public static func automatic(prefetch: Double = 1) -> LoadMode {
    LoadMode(prefetch: prefetch.isNaN ? 1 : prefetch)
  }
}
