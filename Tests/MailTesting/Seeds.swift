import FoundationEssentials

/// The seeds of a random test.
///
/// The environment's `THOROUGH` multiplies their number, as `make test-all` does, and `SEED` is the
/// first one.
public func seeds(_ count: UInt64, from first: UInt64 = 0) -> Range<UInt64> {
  let environment = ProcessInfo.processInfo.environment
  let first = environment["SEED"].flatMap(UInt64.init) ?? first
  return first..<first + count * (environment["THOROUGH"].flatMap(UInt64.init) ?? 1)
}
