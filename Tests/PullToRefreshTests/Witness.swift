import Observation

/// Records the values of an observable property, as observation reports them. The caller keeps the
/// observed object alive while its values change.
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
