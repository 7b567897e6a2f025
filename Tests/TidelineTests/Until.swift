import XCTest

/// Lets other tasks continue until the condition holds.
func until(_ condition: () async -> Bool) async {
  let deadline = ContinuousClock.now + .seconds(15)
  while await !condition() {
    guard ContinuousClock.now < deadline else { return XCTFail("it never came") }
    await Task.yield()
  }
}
