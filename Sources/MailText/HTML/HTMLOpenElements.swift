/// The open elements of a page, the innermost last. Finds the one of an end tag in constant time.
struct HTMLOpenElements {
  struct Open {
    let name: HTMLName
    fileprivate(set) var element: HTMLElement
    /// The combined effect of this element and all elements around it.
    fileprivate(set) var state: HTMLState
    /// The index of the `<svg>` or `<math>` to which the content belongs; nil for HTML content.
    let foreign: Int?
    fileprivate(set) var barriers = Barriers()
    /// Whether the element has ended, although an element in it is still open.
    fileprivate(set) var isVoid = false
    /// The index of the next outer element of the same name.
    fileprivate let outer: Int?
    /// The index of the parent, and the number of elements before this one in it.
    fileprivate let parent: Int
    fileprivate let index: Int
    fileprivate(set) var children = Children()
  }

  typealias Child = (name: HTMLName, labels: HTMLLabels)

  /// The elements that have begun in an element: the number of all, and the last ones, if a style
  /// sheet looks at them.
  struct Children {
    var count = 0
    var last: [Child] = []
    static let limit = 1_000
  }

  /// The index of the innermost barrier of each kind; -1 for none.
  struct Barriers {
    var scope = -1, list = -1, button = -1, table = -1, item = -1, special = -1
  }

  private var elements: [Open] = []
  /// The elements outside of all open elements.
  private var outermost = Children()
  /// The index of the innermost element of each name.
  private var places: [HTMLName: Int] = [:]

  /// The limit of open elements, the same as in browsers.
  static let depthLimit = 512

  var count: Int { elements.count }
  /// The innermost element's name, read in place: elements are too large to copy for every tag.
  var lastName: HTMLName? { elements.isEmpty ? nil : elements[elements.count - 1].name }
  var lastStart: HTMLElement.Start? {
    elements.isEmpty ? nil : elements[elements.count - 1].element.start
  }
  var foreign: Int? { elements.isEmpty ? nil : elements[elements.count - 1].foreign }
  var barriers: Barriers {
    elements.isEmpty ? Barriers() : elements[elements.count - 1].barriers
  }
  /// Whether only parts of a table are allowed directly in the innermost element.
  var holdsPartsOnly: Bool {
    !elements.isEmpty && elements[elements.count - 1].element.holdsPartsOnly
  }

  subscript(place: Int) -> Open { elements[place] }

  /// Returns the index of the innermost element of a name; nil if none is inside the barrier.
  func place(of name: HTMLName, from barrier: Int = -1) -> Int? {
    places[name].flatMap { $0 >= barrier ? $0 : nil }
  }

  /// Returns the next element around a place, and its place: first one that is open, at last the
  /// body and the page itself, which need no tags.
  func around(_ place: Int) -> (place: Int, name: HTMLName, labels: HTMLLabels)? {
    var place = place - 1
    while place >= 0, elements[place].isVoid { place -= 1 }
    if place >= 0 { return (place, elements[place].name, elements[place].element.labels) }
    if place == -1, places["body"] != nil { place -= 1 }
    if place == -2, places["html"] != nil { return nil }
    return place < -2 ? nil : (place, place == -1 ? "body" : "html", .none)
  }

  /// The index of the innermost element that has not ended; -1 for the body, which needs no tag.
  var parent: Int { elements.lastIndex { !$0.isVoid } ?? -1 }

  /// The number of elements that have begun in the innermost element.
  var childCount: Int { children(of: parent).count }

  private func children(of parent: Int) -> Children {
    parent >= 0 ? parent < elements.count ? elements[parent].children : Children() : outermost
  }

  /// Returns an element by its index in its parent; nil if it is not known.
  func child(_ index: Int, of parent: Int) -> Child? {
    let children = children(of: parent)
    let place = index - (children.count - children.last.count)
    return children.last.indices.contains(place) ? children.last[place] : nil
  }

  func place(_ place: Int) -> HTMLPlace {
    guard elements.indices.contains(place) else { return (place, -2, 0) }
    return (place, elements[place].parent, elements[place].index)
  }

  /// Counts an element in the innermost one, and keeps it if a style sheet looks at it.
  mutating func addChild(_ name: HTMLName, _ labels: HTMLLabels, isKept: Bool) {
    let parent = parent
    // Without tags of its own, the page's head is not in its body.
    if parent < 0, Self.ofHead.contains(name) { return }
    func add(_ children: inout Children) {
      children.count += 1
      guard isKept else { return }
      if children.last.count == Children.limit { children.last.removeAll() }
      children.last.append((name, labels))
    }
    if parent < 0 { add(&outermost) } else { add(&elements[parent].children) }
  }

  private static let ofHead = Set(names: "base head link meta script style title")

  /// The state of text directly in the innermost element.
  var state: HTMLState {
    guard holdsPartsOnly else { return lastState }
    // Content that a table must not contain is shown before the table.
    var state = state(around: barriers.table)
    state.lines.place.node = lastState.lines.place.node
    return state
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
        outer: places[name],
        parent: parent,
        index: childCount - 1
      )
    )
    places[name] = place
  }

  /// - Returns: the layout and state of the innermost element, which ends; nil if none is open.
  mutating func pop() -> (layout: PageLines.Layout, state: HTMLState)? {
    guard !elements.isEmpty else { return nil }
    let place = elements.count - 1
    if !elements[place].isVoid { places[elements[place].name] = elements[place].outer }
    let ended = (elements[place].element.layout, elements[place].state)
    let isBlockquote =
      elements[place].name == "blockquote" && elements[place].element.effect.isQuote
    elements.removeLast()
    dropVoid()
    if isBlockquote, let last = elements.indices.last,
      elements[last].element.effect.endsWithBlockquote
    {
      elements[last].state.lines.quotes -= 1
      elements[last].element.effect.isQuote = false
      elements[last].element.effect.endsWithBlockquote = false
    }
    return ended
  }

  private mutating func dropVoid() {
    while !elements.isEmpty, elements[elements.count - 1].isVoid { elements.removeLast() }
  }

  /// Returns the formatting elements in an element, to continue them after the element's end.
  /// Leaves out elements that would change nothing.
  func formatting(in place: Int) -> [Open] {
    var formatting: [Open] = []
    var style: TextStyle = []
    guard !elements[place].element.barriers.contains(.scope) else { return [] }
    for index in elements.indices.dropFirst(place + 1) {
      if elements[index].element.barriers.contains(.scope) { break }
      if elements[index].element.end == .formatting, !elements[index].isVoid,
        !elements[index].element.effect.isNone
      {
        let effect = elements[index].element.effect
        // Limits the work: adding the same style again changes nothing.
        if effect.isOnlyStyle, style.isSuperset(of: effect.style) { continue }
        if effect.isOnlyStyle { style.formUnion(effect.style) }
        formatting.append(elements[index])
      }
    }
    return formatting
  }

  /// Ends an element, but not the elements in it.
  mutating func void(_ place: Int) {
    places[elements[place].name] = elements[place].outer
    elements[place].isVoid = true
    dropVoid()
  }

  /// Ends a formatting element that contains an open block. Also ends the elements between the two,
  /// except formatting elements. The block stays open, without the effects of the ended elements.
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
