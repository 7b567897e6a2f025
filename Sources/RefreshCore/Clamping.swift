extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>, ifNaN fallback: Double) -> Double {
    isNaN ? fallback : clamped(to: range)
  }

  /// A device or a guest's arithmetic may say anything; only numbers are counted.
  var orZero: Double { isFinite ? self : 0 }
}
