/// What stands beside the title of a row.
public enum IndicatorStyle: Hashable {
  /// The theme's spinner, while the handler runs.
  case spinner
  /// An arrow that turns over when the pull is far enough.
  case arrow
  /// A ring that closes with the pull.
  case ring
  /// Nothing: the title stands alone.
  case none
}
