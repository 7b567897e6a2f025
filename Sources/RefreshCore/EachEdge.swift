/// One value for each edge.
struct EachEdge<Value> {
  private var top: Value
  private var bottom: Value

  init(_ both: Value) {
    top = both
    bottom = both
  }

  init(_ value: (PullEdge) -> Value) {
    top = value(.top)
    bottom = value(.bottom)
  }

  subscript(edge: PullEdge) -> Value {
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
