/// The progress of a run, as its handler reports it.
///
/// ```swift
/// controller.progress = RunProgress(title: "12,000 of 48,000", fraction: 0.25)
/// ```
public struct RunProgress: Sendable, Hashable {
  /// The row's title, in the user's language; empty for the default title.
  public var title: String
  /// The finished fraction, 0…1; nil if unknown.
  public var fraction: Double?

  /// A title, a fraction, or both.
  ///
  /// - Parameters:
  ///   - title: the row's title; empty for the default one.
  ///   - fraction: moved to the nearest end of 0…1; NaN counts as unknown.
  public init(title: String = "", fraction: Double? = nil) {
    self.title = title
    self.fraction = fraction.flatMap { $0.isNaN ? nil : $0.clamped(to: 0...1, ifNaN: 0) }
  }
}
