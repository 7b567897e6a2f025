/// e^−x for x of 0 or more, as a short series taken to the 256th power. Otherwise this module would
/// need a C library, for this function alone.
func inverseExponential(_ x: Double) -> Double {
  let y = min(x, 40) / 256
  var power = 1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4)))
  for _ in 0..<8 { power *= power }
  return power
}
