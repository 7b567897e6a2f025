extension Comparable {
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Double {
  package func clamped(to range: ClosedRange<Double>, ifNaN fallback: Double) -> Double {
    isNaN ? fallback : clamped(to: range)
  }

  package mutating func clamp(to range: ClosedRange<Double>, ifNaN fallback: Double) {
    self = clamped(to: range, ifNaN: fallback)
  }

  /// The value; 0 for NaN and infinities, which devices and applications may pass.
  package var orZero: Double { isFinite ? self : 0 }
}

/// e^−x for x ≥ 0, as a short series raised to the 256th power: the module uses no C library.
func inverseExponential(_ x: Double) -> Double {
  let y = min(x, 40) / 256
  var power = 1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4)))
  for _ in 0..<8 { power *= power }
  return power
}
