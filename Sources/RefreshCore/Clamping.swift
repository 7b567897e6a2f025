extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>, ifNaN fallback: Double) -> Double {
    isNaN ? fallback : clamped(to: range)
  }

  /// The value, or 0 where a device or an application hands in NaN or an infinity.
  var orZero: Double { isFinite ? self : 0 }
}
