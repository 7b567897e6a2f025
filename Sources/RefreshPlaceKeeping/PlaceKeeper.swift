import PullToRefreshGtk

// The edges are part of the interface.
@_exported import RefreshScrolling

/// Keeps the visible rows of a list in their place while its rows change, in any kind of content.
///
/// ```swift
/// let keeper = PlaceKeeper(of: ScrolledWindow(list))
/// await keeper.update(arrivals: fresh.count) { model.insert(fresh, at: 0) }
/// ```
///
/// Only scrolling and flings by the user move the visible rows. The scrolled window owns its keeper
/// until ``end()``, until its destruction, or until it gets another keeper. A list with a
/// `RefreshController` has a keeper of its own: use the controller's methods of the same names.
/// Main thread only.
public final class PlaceKeeper {
  private static let key = "refresh-place-keeper"

  package let scroller: ListScroller
  /// The pill that counts the rows that have arrived out of sight.
  package let counter: NewRowsPill
  /// Whether new rows wait out of sight while the user may be about to click: the pointer is over
  /// the list, which was used in the last two seconds, or a menu is open. ``update(arrivals:_:)``
  /// then keeps the visible rows in place, even at the edge where rows arrive. Off by default.
  public var staysWithReader = false
  /// Called when the pill appears or disappears.
  package var onCount: () -> Void = {}

  private let window: Unowned<ScrolledWindow>
  private let surroundings: any ListSurroundings
  package var isTouched: () -> Bool = { false }
  /// The time of the last event of the pointer or the keyboard on the list; nil before the first.
  package var lastUse: Duration?
  /// How long after the last use of the list the user may be about to click.
  private static let attention = Duration.seconds(2)
  private let release = Waiters<Void>()
  /// The observation of the rows that the pill counts.
  private var newRows: SignalConnection?
  private var content: ContentObserver?
  private var hand: EventController?
  /// Ends the observation of a list without a pull.
  private var endObservation: () -> Void = {}
  private let frames = Waiters<Void>()
  /// The callers of ``untouched()``, in the order of their calls: Swift may resume them in another.
  private var queue: [Int] = []
  private let turns = Waiters<Void>()
  private var hasEnded = false

  /// - Parameter showNew: the action that shows the counted rows; nil if the list has it already.
  package init(
    of window: ScrolledWindow,
    in surroundings: any ListSurroundings,
    showNew: SimpleAction? = nil
  ) {
    (self.window, self.surroundings) = (Unowned(window), surroundings)
    scroller = ListScroller(of: window, in: surroundings)
    counter = NewRowsPill(over: window, showNew: showNew)
    hand = window.onHandEvent { [weak self] in self?.note($0) }
  }

  // MARK: A list without a pull

  /// Keeps the place of a list from now on. An earlier keeper of the list ends.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - edge: the edge where new rows arrive. A list at this edge stays there, so that they are
  ///     shown.
  public convenience init(of list: ScrolledWindow, arrivals edge: PullEdge = .top) {
    let plain = PlainSurroundings(of: list, arrivals: edge)
    let showNew = SimpleAction(name: NewRowsPill.actionName)
    self.init(of: list, in: plain, showNew: showNew)
    let former = list.owned(PlaceKeeper.self, key: Self.key)
    guard former.map({ $0.surroundings is PlainSurroundings }) ?? true else {
      Diagnostics.refuse(
        "This list has a RefreshController, which keeps its place. Use the controller's methods."
      )
      end()
      return
    }
    become(keeperOf: list)
    isTouched = { plain.isTouched }
    showNew.connect("activate") { [weak self] in self?.showNewRows() }
    counter.stand(at: plain.axis.side(of: edge.axisEdge))
    let connections = [
      list.connect("unmap") { [weak self] in self?.note(.lifted) },
      list.connect("destroy") { [weak self] in self?.end() },
    ]
    endObservation = { for connection in connections { connection.disconnect() } }
    content = ContentObserver(
      of: list,
      in: list.asWidget,
      along: { plain.axis },
      now: { MainLoop.now },
      report: { [weak self] position, _ in self?.noteArrival(at: position) }
    )
  }

  /// Keeps the place of a list that was made with another binding of GTK.
  ///
  /// - Parameters:
  ///   - list: a live `GtkScrolledWindow *`. For any other pointer, the result is nil, with a
  ///     warning in GLib's log if it is not a widget; a debug build stops there with a message.
  ///   - edge: the edge where new rows arrive.
  public convenience init?(of list: OpaquePointer, arrivals edge: PullEdge = .top) {
    guard let list = Widget.at(list)?.asScrolledWindow else { return nil }
    MainLoop.attachMainActor()
    self.init(of: list, arrivals: edge)
  }

  /// Replaces the list's keeper by this one, which the list owns.
  package func become(keeperOf list: ScrolledWindow) {
    Self.endKeeper(of: list)
    list.own(self, key: Self.key)
  }

  package static func endKeeper(of list: ScrolledWindow) {
    list.owned(PlaceKeeper.self, key: key)?.end()
    list.disown(key: key)
  }

  private func note(_ event: HandEvent) {
    if event == .used { return lastUse = MainLoop.now }
    guard let plain = surroundings as? PlainSurroundings else { return }
    if event != .scrolled { plain.isTouched = event == .touched }
    if hasEnded { return }
    if event == .lifted { userLetGo() } else { scroller.userMoved() }
  }

  /// The widget that says how many new rows have arrived out of sight, and hides itself while there
  /// are none. Lay it over the list, for example by a GtkOverlay; a click scrolls to the rows.
  public var pill: Widget { counter.widget.asWidget }

  /// Makes the pill's title from the number of arrived rows; nil for the default, which is in the
  /// user's language.
  public var newRowsTitle: ((Int) -> String)? {
    get { counter.title }
    set { counter.title = newValue }
  }

  /// Scrolls to an edge. While a finger is down, the scroll waits until the finger is lifted. A
  /// later movement by the user ends the scroll.
  ///
  /// - Parameters:
  ///   - edge: an edge of the axis along which new rows arrive; other edges are ignored.
  ///   - isAnimated: whether to animate the scroll, over a few pages at most. Ignored if the
  ///     desktop's animations are off.
  public func scroll(to edge: PullEdge, isAnimated: Bool = true) {
    // Scrolling would end GTK's drag under the finger.
    guard hasEnded || !isTouched() else {
      Task {
        await untouched()
        scroll(to: edge, isAnimated: isAnimated)
      }
      return
    }
    guard !hasEnded, edge.isHorizontal == surroundings.axis.isHorizontal else { return }
    scroller.scroll(to: edge.axisEdge, isAnimated: isAnimated)
  }

  /// Changes the rows without a jump, and returns when that is done.
  ///
  /// It waits until no finger is down, and ends GTK's spring-back. Changes are made in their order,
  /// each in the next frame; at once if the list is not shown, and after a tenth of a second if its
  /// window is not drawn. A list view, grid view or column view keeps its place only if its model
  /// reports what has changed.
  ///
  /// - Parameters:
  ///   - arrivals: the number of new rows at the edge where rows arrive; 0 or less for none. If
  ///     they are out of sight, the ``pill`` counts them.
  ///   - changes: changes the model; called once, on the main thread, also after ``end()``.
  public func update(arrivals: Int = 0, _ changes: () -> Void) async {
    await untouched()
    guard !hasEnded else { return changes() }
    withExtendedLifetime(window.object) { change(arrivals: arrivals, changes) }
  }

  /// Ends the keeping for good.
  public func end() {
    guard !hasEnded else { return }
    if counter.count > 0, window.isAlive { dismissPill() }
    stop()
  }

  /// Takes the configuration over from an ended keeper of the same list.
  package func adopt(_ former: PlaceKeeper) {
    staysWithReader = former.staysWithReader
    newRowsTitle = former.newRowsTitle
  }

  // MARK: Updates

  /// Ends the keeping, and leaves the pill as it is. The content must still be alive.
  package func stop() {
    hasEnded = true
    scroller.end()
    content?.disconnect()
    newRows?.disconnect()
    if let hand { window.object.asWidget.remove(hand) }
    hand = nil
    endObservation()
    endObservation = {}
    release.resumeAll(returning: ())
  }

  /// Notes that the user let go of the content, which GTK may fling.
  package func userLetGo() {
    scroller.userLetGo()
    fingerLifted()
  }

  /// Notes that no finger is down any more.
  package func fingerLifted() { release.resumeAll(returning: ()) }

  /// Returns in a frame in which no finger is down, and GTK does not begin a fling.
  package func untouched() async {
    let number = (queue.last ?? 0) + 1
    queue.append(number)
    // Repeats if a finger came down during the frame.
    repeat {
      while !hasEnded, isTouched() { await release.next() }
      await frame()
      while queue.first != number { await turns.next() }
    } while !hasEnded && isTouched()
    queue.removeFirst()
    turns.resumeAll(returning: ())
  }

  /// Waits for a frame, and for up to two more while GTK may be about to fling the content. Returns
  /// before the layout of the last frame, and at once if the list is not shown.
  private func frame() async {
    for number in 0..<3 where number == 0 || scroller.keeper.coasting.mayBeFlung {
      guard !hasEnded, surroundings.widget.isMapped else { return }
      // Resumes all callers at the first callback: GTK calls the latest one first.
      let resume = { [frames] in frames.resumeAll(returning: ()) }
      // Continues without a frame if the window is covered or destroyed, and gets no frames.
      MainLoop.call(after: .milliseconds(100), resume)
      surroundings.widget.addTickCallback { _ in
        resume()
        MainLoop.runReadyTasks()
        return false
      }
      await frames.next()
    }
  }

  /// Changes the rows now, which may end the keeping, and counts the arrivals that stay out of
  /// sight.
  package func change(
    arrivals: Int,
    waitingWithin threshold: Double = 0,
    _ changes: () -> Void
  ) {
    let stays = scroller.update(waitingWithin: threshold, isRead: isRead, changes)
    guard !hasEnded, !stays, arrivals > 0, surroundings.arrivals != nil else { return }
    newRows = newRows ?? observeNewRows()
    if let arrivals = surroundings.arrivals {
      counter.stand(at: surroundings.axis.side(of: arrivals.axisEdge))
    }
    counter.add(arrivals, isReported: newRows != nil)
    onCount()
  }

  /// Whether the visible rows must stay, so that a click does not hit another row.
  private var isRead: Bool {
    guard staysWithReader, let content = window.object.child else { return false }
    let isUsed = lastUse.map { MainLoop.now - $0 < Self.attention } ?? false
    return isUsed && content.isUnderPointer || content.isBehindPopover
  }

  // MARK: The pill

  /// Scrolls to the rows that the pill has counted.
  package func showNewRows() {
    guard !hasEnded, let edge = surroundings.arrivals else { return }
    dismissPill()
    scroll(to: edge)
  }

  /// Dismisses the pill once the user has scrolled to the edge of the new rows.
  package func noteArrival(at position: ScrollPosition) {
    guard counter.count > 0, !scroller.keeper.awaitsLayout else { return }
    if let edge = surroundings.arrivals?.axisEdge, position.isAt(edge) { dismissPill() }
  }

  /// Keeps the pill's number right when rows are added, removed and moved before the user has seen
  /// the new ones.
  private func observeNewRows() -> SignalConnection? {
    window.object.child?.onRowsChanged { [weak self] change in
      guard let self, counter.count > 0 else { return }
      let isAtEnd = surroundings.arrivals?.axisEdge == .end
      let distance = isAtEnd ? change.rowsAfter : change.position
      var unseen = counter.unseen
      unseen.replace(at: distance, removed: change.removed, added: change.added)
      if unseen.count > 0 { counter.unseen = unseen } else { dismissPill() }
    }
  }

  /// Dismisses the pill: its rows have been seen, or will be at once.
  package func dismissPill() {
    newRows?.disconnect()
    newRows = nil
    // Moves the keyboard focus out of the pill.
    if counter.widget.containsFocus {
      let edge = surroundings.arrivals?.axisEdge ?? .start
      window.object.takeFocusInSight(nearest: edge, along: surroundings.axis)
    }
    // The application may have closed the window as the focus moved.
    guard !hasEnded else { return }
    counter.dismiss()
    onCount()
  }
}

/// The surroundings of a list that has no header and footer rows.
private final class PlainSurroundings: ListSurroundings {
  let arrivals: PullEdge?
  /// Whether a finger is on the list.
  var isTouched = false
  private let window: Unowned<ScrolledWindow>
  private let isHorizontal: Bool

  init(of window: ScrolledWindow, arrivals: PullEdge) {
    (self.window, self.arrivals) = (Unowned(window), arrivals)
    isHorizontal = arrivals.isHorizontal
  }

  var widget: Widget { window.object.asWidget }
  var axis: ListAxis { ListAxis(of: window.object, isHorizontal: isHorizontal) }
  func length(at edge: AxisEdge) -> Double { 0 }
}
