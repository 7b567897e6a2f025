/// e^−x for x ≥ 0, as a short series raised to the 256th power. The module would otherwise need a C
/// library for this one function.
func inverseExponential(_ x: Double) -> Double {
  let y = min(x, 40) / 256
  var power = 1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4)))
  for _ in 0..<8 { power *= power }
  return power
}
