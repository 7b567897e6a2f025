/// One value for each edge.
package struct EachEdge<Value> {
  private var top: Value
  private var bottom: Value

  package init(_ both: Value) {
    top = both
    bottom = both
  }

  package init(_ value: (PullEdge) -> Value) {
    top = value(.top)
    bottom = value(.bottom)
  }

  package subscript(edge: PullEdge) -> Value {
    get { edge == .top ? top : bottom }
    set {
      switch edge {
      case .top: top = newValue
      case .bottom: bottom = newValue
      }
    }
  }
}

extension EachEdge: Sendable where Value: Sendable {}
extension EachEdge: Equatable where Value: Equatable {}
extension EachEdge: Hashable where Value: Hashable {}
