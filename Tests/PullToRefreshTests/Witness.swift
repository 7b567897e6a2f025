import Observation

/// Writes down the values of what is observable, as observation tells of them. What is read must
/// live for as long as it changes.
final class Witness<Value: Equatable> {
  private(set) var values: [Value] = []
  private let read: () -> Value

  init(_ read: @escaping () -> Value) {
    self.read = read
    watch()
  }

  private func watch() {
    let value = withObservationTracking(read) { [weak self] in
      Task { @MainActor in self?.watch() }
    }
    if values.last != value { values.append(value) }
  }
}
