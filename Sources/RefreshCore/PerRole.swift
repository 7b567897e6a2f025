/// One value for each role.
package typealias PerRole<Value> = Each<RunRole, Value>

/// One value for each case of an enumeration, such as the roles or the edges.
package struct Each<Key: CaseIterable & RawRepresentable<Int>, Value> {
  private var values: [Value]

  package init(repeating value: Value) { self.init { _ in value } }

  package init(_ value: (Key) -> Value) { values = Key.allCases.map(value) }

  package subscript(key: Key) -> Value {
    get { values[key.rawValue] }
    set { values[key.rawValue] = newValue }
  }
}

extension Each: Sendable where Value: Sendable {}
extension Each: Equatable where Value: Equatable {}
extension Each: Hashable where Value: Hashable {}
