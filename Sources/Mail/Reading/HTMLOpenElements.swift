/// The elements of a page that are open, the innermost last.
///
/// What an end tag ends is found at once, however many are open.
struct HTMLOpenElements {
  struct Open {
    let name: HTMLName
    let element: HTMLElement
    /// What it and all around it make of text.
    fileprivate(set) var state: HTMLState
    /// Where the SVG or MathML begins whose elements may stand in it.
    let foreign: Int?
    fileprivate(set) var barriers = Barriers()
    /// Whether its own end tag came before that of one that stands in it.
    fileprivate(set) var isVoid = false
    /// Where the next of its name stands.
    fileprivate let outer: Int?
  }

  /// Where the innermost barrier of each kind stands.
  struct Barriers {
    var scope = -1, list = -1, button = -1, table = -1, item = -1, special = -1
  }

  private var elements: [Open] = []
  /// Where the innermost of each name stands.
  private var places: [HTMLName: Int] = [:]

  /// Browsers have no more open either.
  static let depthLimit = 512

  var count: Int { elements.count }
  /// The parts of the innermost are read in place: it is too large to be copied for every tag.
  var lastName: HTMLName? { elements.isEmpty ? nil : elements[elements.count - 1].name }
  var lastStart: HTMLElement.Start? {
    elements.isEmpty ? nil : elements[elements.count - 1].element.start
  }
  var foreign: Int? { elements.isEmpty ? nil : elements[elements.count - 1].foreign }
  var barriers: Barriers {
    elements.isEmpty ? Barriers() : elements[elements.count - 1].barriers
  }
  /// Whether only parts of a table may stand right in the innermost.
  var holdsPartsOnly: Bool {
    !elements.isEmpty && elements[elements.count - 1].element.holdsPartsOnly
  }

  subscript(place: Int) -> Open { elements[place] }

  /// Where the innermost of that name stands, unless a barrier stands in between.
  func place(of name: HTMLName, from barrier: Int = -1) -> Int? {
    places[name].flatMap { $0 >= barrier ? $0 : nil }
  }

  /// Of text right in the innermost element.
  var state: HTMLState {
    // What a table cannot hold is shown before it.
    holdsPartsOnly ? state(around: barriers.table) : lastState
  }

  var lastState: HTMLState { state(around: elements.count) }

  private func state(around place: Int) -> HTMLState {
    place > 0 ? elements[place - 1].state : HTMLState()
  }

  mutating func push(
    _ name: HTMLName,
    _ element: HTMLElement,
    _ state: HTMLState,
    foreign: Int? = nil
  ) {
    let place = elements.count
    var barriers = barriers
    let own = element.barriers
    if own.contains(.scope) { barriers.scope = place }
    if own.contains(.list) { barriers.list = place }
    if own.contains(.button) { barriers.button = place }
    if own.contains(.table) { barriers.table = place }
    if own.contains(.item) { barriers.item = place }
    if own.contains(.special) { barriers.special = place }
    elements.append(
      Open(
        name: name,
        element: element,
        state: state,
        foreign: foreign,
        barriers: barriers,
        outer: places[name]
      )
    )
    places[name] = place
  }

  /// - Returns: the ended element's layout, and what it was in.
  mutating func pop() -> (layout: PageLines.Layout, state: HTMLState)? {
    guard !elements.isEmpty else { return nil }
    let place = elements.count - 1
    if !elements[place].isVoid { places[elements[place].name] = elements[place].outer }
    let ended = (elements[place].element.layout, elements[place].state)
    elements.removeLast()
    dropVoid()
    return ended
  }

  private mutating func dropVoid() {
    while !elements.isEmpty, elements[elements.count - 1].isVoid { elements.removeLast() }
  }

  /// Formatting that hides or quotes, and goes on behind the element in which it began.
  func formatting(in place: Int) -> [Open] {
    var formatting: [Open] = []
    guard !elements[place].element.barriers.contains(.scope) else { return [] }
    for index in elements.indices.dropFirst(place + 1) {
      if elements[index].element.barriers.contains(.scope) { break }
      if elements[index].element.end == .formatting, !elements[index].isVoid,
        !elements[index].element.effect.isNone
      {
        formatting.append(elements[index])
      }
    }
    return formatting
  }

  /// Ends an element, but none of those that stand in it.
  mutating func void(_ place: Int) {
    places[elements[place].name] = elements[place].outer
    elements[place].isVoid = true
    dropVoid()
  }

  /// Takes formatting away from around the blocks in it, with what stands in between.
  mutating func unwrap(_ place: Int) {
    void(place)
    var state = state(around: place)
    var isAroundBlock = true
    for index in place..<elements.count {
      let element = elements[index].element
      if element.barriers.contains(.special) { isAroundBlock = false }
      if isAroundBlock, element.end != .formatting, !elements[index].isVoid { void(index) }
      if !elements[index].isVoid { state = state.with(element.effect) }
      elements[index].state = state
    }
  }
}
