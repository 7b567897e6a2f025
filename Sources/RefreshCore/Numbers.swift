// The module uses no C library: `inverseExponential` and `cubeRoot` replace `exp` and `cbrt`.

extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>, ifNaN fallback: Double) -> Double {
    isNaN ? fallback : clamped(to: range)
  }

  mutating func clamp(to range: ClosedRange<Double>, ifNaN fallback: Double) {
    self = clamped(to: range, ifNaN: fallback)
  }

  /// The value; 0 for NaN and infinities, which devices and applications may pass.
  var orZero: Double { isFinite ? self : 0 }
}

/// The earlier of two times; nil stands for never.
func earlier(_ left: Duration?, _ right: Duration?) -> Duration? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}

/// e^−x for x ≥ 0, as a short series raised to the 256th power.
func inverseExponential(_ x: Double) -> Double {
  let y = min(x, 40) / 256
  var power = 1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4)))
  for _ in 0..<8 { power *= power }
  return power
}

/// The cube root, by Newton's method from a nearby power of two; 0 unless positive and normal.
func cubeRoot(_ value: Double) -> Double {
  guard value.isNormal, value > 0 else { return 0 }
  var root = Double(sign: .plus, exponent: value.exponent / 3, significand: 1)
  for _ in 0..<8 {
    root = (2 * root + value / (root * root)) / 3
  }
  return root
}
