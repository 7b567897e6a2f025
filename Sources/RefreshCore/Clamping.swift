extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>, ifNaN fallback: Double) -> Double {
    isNaN ? fallback : clamped(to: range)
  }

  /// The value; 0 for NaN and infinities, which devices and applications may pass.
  var orZero: Double { isFinite ? self : 0 }
}
