/// One value for each edge.
package struct EachEdge<Value> {
  private var start: Value
  private var end: Value

  package init(_ both: Value) {
    start = both
    end = both
  }

  package init(_ value: (AxisEdge) -> Value) {
    start = value(.start)
    end = value(.end)
  }

  package subscript(edge: AxisEdge) -> Value {
    get { edge == .start ? start : end }
    set {
      switch edge {
      case .start: start = newValue
      case .end: end = newValue
      }
    }
  }
}

extension EachEdge: Sendable where Value: Sendable {}
extension EachEdge: Equatable where Value: Equatable {}
extension EachEdge: Hashable where Value: Hashable {}
