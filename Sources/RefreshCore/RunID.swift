/// One run of the refresh handler. Later runs have greater ids; no id is used twice.
///
/// A result counts only with the id of the run that is still under way: so what comes late, or
/// twice, is dropped.
public struct RefreshID: Sendable, Hashable, Comparable, CustomStringConvertible {
  let number: Int

  /// Whether the left run started before the right one.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// For logs and failed tests, such as `refresh 3`.
  public var description: String { "refresh \(number)" }
}

/// One run of the load-more handler. Later runs have greater ids; no id is used twice.
public struct LoadID: Sendable, Hashable, Comparable, CustomStringConvertible {
  let number: Int

  /// Whether the left run started before the right one.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// For logs and failed tests, such as `load 3`.
  public var description: String { "load \(number)" }
}
