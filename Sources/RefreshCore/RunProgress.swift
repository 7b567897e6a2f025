/// How far a run has come, as its handler reports it.
///
/// ```swift
/// controller.progress = RunProgress(title: "12,000 of 48,000", fraction: 0.25)
/// ```
public struct RunProgress: Sendable, Hashable {
  /// In the user's language, in place of the row's default title; empty for that one.
  public var title: String
  /// How much is done, 0…1; nil where that is not known.
  public var fraction: Double?

  /// - Parameters:
  ///   - title: empty for the row's default one.
  ///   - fraction: moved to the nearest end of 0…1; NaN counts as not known.
  public init(title: String = "", fraction: Double? = nil) {
    self.title = title
    self.fraction = fraction.flatMap { $0.isNaN ? nil : $0.clamped(to: 0...1, ifNaN: 0) }
  }
}
