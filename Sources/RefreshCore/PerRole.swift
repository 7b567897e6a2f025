/// One value for each role.
package typealias PerRole<Value> = Each<RunRole, Value>

/// One value for each of the two roles, or for each of the two edges.
package struct Each<Key: Paired, Value> {
  private var values: (Value, Value)

  package init(repeating value: Value) { values = (value, value) }

  package init(_ value: (Key) -> Value) { values = (value(Key.pair.0), value(Key.pair.1)) }

  package subscript(key: Key) -> Value {
    get { key == Key.pair.0 ? values.0 : values.1 }
    set { if key == Key.pair.0 { values.0 = newValue } else { values.1 = newValue } }
  }
}

/// An enumeration of two cases.
package protocol Paired: Equatable, Sendable {
  static var pair: (Self, Self) { get }
}

extension RunRole: Paired {
  package static var pair: (RunRole, RunRole) { (.refresh, .loadMore) }
}

extension AxisEdge: Paired {
  package static var pair: (AxisEdge, AxisEdge) { (.start, .end) }
}

extension Each: Sendable where Value: Sendable {}
extension Each: Equatable where Value: Equatable {
  package static func == (left: Each, right: Each) -> Bool { left.values == right.values }
}
extension Each: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(values.0)
    hasher.combine(values.1)
  }
}
