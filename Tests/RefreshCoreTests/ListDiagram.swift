import RefreshCore
import Testing

/// Draws the states of the header and the footer during a sequence of events. Time runs to the
/// right, 100 ms a column, and starts at one second.
///
/// The events:
///
///     r l      a command to refresh, to load more
///     s f c    the last refresh succeeds, fails, is cancelled by its handler
///     + 0 ~    the last load brings 50 rows, no row, an unknown number of rows; there is more
///     $ e k    the last load brings the last 20 rows, fails, is cancelled by its handler
///     S        the refresh before the last one succeeds
///     P        the load before the last one ends with 50 rows
///     X Y      the user cancels the refresh, the load
///     z Z      the caller says that there is no more to load, that there is more
///     d D h H  the header is disabled, enabled; the footer is disabled, enabled
///     [ 1 2 ]  a finger touches the top, is 65 px lower, 165 px lower, is lifted
///     { a b }  a finger touches the bottom, is 65 px higher, 165 px higher, is lifted
///     ( 9 )    a finger touches the middle, is 900 px lower and past the top, is lifted
///     m t w    the content scrolls to the middle, the top, the bottom
///     g n      rows are laid out: the content is 1000 px longer, as long as before (at its bottom)
///     -        nothing
///
/// The state of each edge after each column:
///
///     .  idle     ?  peeking   p  pulling   A  armed    R  running    !  running, stuck
///     S  success  F  failed    C  cancelled W  waiting  E  exhausted  _  disabled
func expectList(
  _ input: String,
  header: String? = nil,
  footer: String? = nil,
  loadMode: LoadMode = .pull,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var list = ListDiagram(loadMode: loadMode)
  for symbol in input { list.draw(symbol, sourceLocation) }
  if let header {
    #expect(list.header == header, "\n  \(input) (header)", sourceLocation: sourceLocation)
  }
  if let footer {
    #expect(list.footer == footer, "\n  \(input) (footer)", sourceLocation: sourceLocation)
  }
}

/// Draws each input of a case, and compares what the file has below it.
func expectList(_ diagram: Diagram, loadMode: LoadMode = .pull) {
  for (input, expected) in diagram.drawings {
    #expect(!expected.isEmpty && Set(expected.keys).isSubset(of: ["header", "footer"]))
    expectList(input, header: expected["header"], footer: expected["footer"], loadMode: loadMode)
  }
}

private struct ListDiagram {
  var header = ""
  var footer = ""
  private var coordinator: RefreshCoordinator
  private var refreshes: [RunID] = []
  private var loads: [RunID] = []
  private var now = Duration.seconds(1)
  private var height = 5450.0

  init(loadMode: LoadMode) {
    coordinator = RefreshCoordinator(loadMode: loadMode, enabled: [.refresh, .loadMore])
  }

  mutating func draw(_ symbol: Character, _ sourceLocation: SourceLocation) {
    while let deadline = coordinator.deadline, deadline <= now {
      note(coordinator.advance(to: deadline))
    }
    if let event = event(for: symbol) {
      note(coordinator.handle(event, at: now))
    } else {
      #expect("-sfcS+0~$ekP".contains(symbol), "no symbol", sourceLocation: sourceLocation)
    }
    header.append(picture(of: coordinator[.refresh]))
    footer.append(picture(of: coordinator[.loadMore]))
    now += .milliseconds(100)
  }

  private mutating func note(_ effects: [RefreshCoordinator.Effect]) {
    for effect in effects {
      switch effect {
      case .start(let id, _) where id.role == .refresh: refreshes.append(id)
      case .start(let id, _): loads.append(id)
      default: break
      }
    }
  }

  private mutating func event(for symbol: Character) -> RefreshCoordinator.Event? {
    switch symbol {
    case "r": return .begin(.refresh, .command)
    case "l": return .begin(.loadMore, .command)
    case "X": return .cancel(.refresh)
    case "Y": return .cancel(.loadMore)
    case "z", "Z": return .setHasMore(.loadMore, symbol == "Z")
    case "d", "D": return .setEnabled(.refresh, symbol == "D")
    case "h", "H": return .setEnabled(.loadMore, symbol == "H")
    case "g":
      height += 1000
      return .contentChanged(to: place(below: 1000))
    case "n": return .contentChanged(to: place(below: 0))
    case "m": return .device(.scrolled(to: .middle))
    case "t": return .device(.scrolled(to: .start))
    case "w": return .device(.scrolled(to: place(below: 0)))
    default: return result(for: symbol) ?? touch(for: symbol).map { .device($0) }
    }
  }

  private func place(below: Double) -> ScrollPosition {
    ScrollPosition(distanceToStart: height - 450 - below, distanceToEnd: below, page: 450)
  }

  private func result(for symbol: Character) -> RefreshCoordinator.Event? {
    let refresh: RunResult? =
      switch symbol {
      case "s", "S": .refreshed()
      case "f": .failed(message: "no")
      case "c": .cancelled
      default: nil
      }
    if let refresh, let id = symbol == "S" ? refreshes.dropLast().last : refreshes.last {
      return .finished(id, refresh)
    }
    let load: RunResult? =
      switch symbol {
      case "+", "P": .loaded(LoadedRows(added: 50, hasMore: true))
      case "0": .loaded(LoadedRows(added: 0, hasMore: true))
      case "~": .loaded(LoadedRows(added: nil, hasMore: true))
      case "$": .loaded(LoadedRows(added: 20, hasMore: false))
      case "e": .failed(message: "no")
      case "k": .cancelled
      default: nil
      }
    if let load, let id = symbol == "P" ? loads.dropLast().last : loads.last {
      return .finished(id, load)
    }
    return nil
  }

  private func touch(for symbol: Character) -> DeviceEvent? {
    switch symbol {
    case "[": .touchBegan(at: .start)
    case "{": .touchBegan(at: .end)
    case "(": .touchBegan(at: .middle)
    case "1": .touchMoved(along: 65, at: .start)
    case "2": .touchMoved(along: 165, at: .start)
    case "9": .touchMoved(along: 900, at: .start)
    case "a": .touchMoved(along: -65, at: .end)
    case "b": .touchMoved(along: -165, at: .end)
    case "]", ")", "}": .touchEnded
    default: nil
    }
  }

  private func picture(of state: RefreshState) -> Character {
    switch state.moment {
    case .disabled: "_"
    case .idle: "."
    case .peeking: "?"
    case .pulling: "p"
    case .armed: "A"
    case .waiting: "W"
    case .running: state.isStuck ? "!" : "R"
    case .succeeded: "S"
    case .failed: "F"
    case .cancelled: "C"
    case .exhausted: "E"
    }
  }
}
