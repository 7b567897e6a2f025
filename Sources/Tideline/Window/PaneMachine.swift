import Mail

/// What stands in the pane of conversations, and what leads from one state to the next.
///
/// It carries out nothing itself: each event returns what is to be done, in this order. Opening a
/// mailbox begins a new run; what comes late from a run before is ignored.
struct PaneMachine {
  enum State: Equatable {
    /// Nothing was opened yet.
    case empty
    /// The mailbox and its first page are awaited.
    case opening
    /// Nothing of the mailbox was stored, so it is read for the first time.
    case reading(Progress)
    /// The list is shown, and scrolled to where it was left.
    case placing(then: Continuation)
    /// The list is shown, or a page that says that there are no conversations.
    case listed
    /// The mailbox could not be opened, or none of it be read.
    case failed
    /// The window is gone.
    case closed
  }

  /// Where the progress of a first reading is shown.
  enum Progress { case page, list, header }

  /// What follows once the list is where it was left.
  enum Continuation {
    case nothing
    /// Only where a fetch command is set: the mailbox has just been read.
    case fetch
    case refresh
  }

  enum Event {
    /// Opens a mailbox, also one that is open already.
    case open(path: String, Listing)
    /// Lists these conversations of a mailbox, of the open one or of another.
    case list(path: String, Listing)
    /// The mailbox is there, and so is the folder to begin with.
    case found(run: Int, FolderName?)
    /// The sample mailbox is being made; it has no path yet.
    case make(title: String)
    case makingFailed(any Error)
    /// The first page is in the list.
    case opened(run: Int, isEmpty: Bool)
    case openingFailed(run: Int, any Error)
    /// The first rows, or more, are in the list, and there is more to read.
    ///
    /// - Parameters:
    ///   - takesLong: whether it is worth showing how far it has come.
    ///   - isHeaderOpen: whether a refresh is shown that waits for the same.
    case read(run: Int, takesLong: Bool, isHeaderOpen: Bool)
    case readingEnded(run: Int, Outcome, hasRows: Bool)
    case placed(run: Int, fetches: Bool)
    /// The list may have got its first row, or lost its last one.
    ///
    /// - Parameter mayHaveMore: whether rows may still be found or fetched.
    case rowsChanged(hasRows: Bool, mayHaveMore: Bool)
    /// By F5, a pull or a button.
    case refresh
    /// The mailbox is gone, and none takes its place.
    case leave
    /// The window is gone; a task may hold on to the pane.
    case close
  }

  enum Outcome {
    case success, cancelled
    case failure(any Error)
  }

  enum Effect {
    /// Ends all that belongs to the mailbox before.
    case leave
    case open(path: String)
    /// Lists other conversations of the mailbox.
    case list
    /// They are those of another folder.
    case followFolder
    case readForTheFirstTime
    case show(Page)
    /// Scrolls to where the list was left, or to its top.
    case place(asRemembered: Bool)
    /// The folders may hold something else, or may be counted now.
    case updateFolders
    /// The list is where it was left.
    case restoreSelection
    case refresh
    /// Refreshes once more after the header has closed, for the fetch command.
    case refreshAgain
    /// Nothing may put rows into the list any more.
    case detachList
  }

  enum Page {
    case opening(title: String)
    case list
    case noConversations
    case failure(any Error, canTryAgain: Bool)

    var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  private(set) var state = State.empty
  /// Of the mailbox, as it was given.
  private(set) var path: String?
  /// The conversations that are listed, or will be in a moment. Nothing else keeps it but what
  /// carries it out, and what remembers its folder for the next start.
  private(set) var listing = Listing.window()
  /// Counts the mailboxes that were opened.
  private(set) var run = 0

  /// Whether there is a mailbox whose conversations can be listed.
  private(set) var isOpen = false

  /// Whether there is a list that can be refreshed and loaded.
  var hasList: Bool {
    switch state {
    case .reading, .placing, .listed: true
    case .empty, .opening, .failed, .closed: false
    }
  }

  /// Whether the mailbox is read for the first time.
  var isReading: Bool { if case .reading = state { true } else { false } }

  mutating func handle(_ event: Event) -> [Effect] {
    guard state != .closed else { return [] }
    switch event {
    case .open(let path, let listing): return open(path, listing)
    case .list(let path, let listing): return list(path, listing)
    case .found(run: run, let folder) where state == .opening:
      (listing.folder, isOpen) = (folder, true)
      return [.updateFolders]
    case .leave: return leave()
    case .close: return close()
    case .make(let title):
      guard path == nil else { return [] }
      state = .opening
      return [.show(.opening(title: title))]
    case .makingFailed(let error):
      return path == nil ? fail(error, canTryAgain: false) : []
    case .opened(run: run, let isEmpty) where state == .opening: return opened(isEmpty: isEmpty)
    case .openingFailed(run: run, let error) where state == .opening: return fail(error)
    case .read(run: run, let takesLong, let isHeaderOpen):
      return read(takesLong: takesLong, isHeaderOpen: isHeaderOpen)
    case .readingEnded(run: run, let outcome, let hasRows): return readingEnded(outcome, hasRows)
    case .placed(run: run, let fetches): return placed(fetches: fetches)
    case .rowsChanged(let hasRows, let mayHaveMore):
      return hasList ? [.show(page(hasRows: hasRows || mayHaveMore))] : []
    case .refresh:
      guard state == .failed, let path else { return [] }
      return open(path, listing)
    case .found, .opened, .openingFailed, .read, .readingEnded, .placed: return []
    }
  }

  private mutating func open(_ path: String, _ listing: Listing) -> [Effect] {
    begin(.opening, path)
    // Nothing that was typed for one mailbox is searched for in another.
    self.listing = .window(listing.folder)
    return [.leave, .show(.opening(title: path)), .open(path: path)]
  }

  private mutating func begin(_ state: State, _ path: String?) {
    run += 1
    (self.state, self.path, listing, isOpen) = (state, path, .window(), false)
  }

  private mutating func list(_ path: String, _ wanted: Listing) -> [Effect] {
    guard path == self.path, isOpen else { return open(path, wanted) }
    let before = listing
    listing = wanted
    if wanted.folder != before.folder { return [.list, .followFolder, .updateFolders] }
    guard wanted != before else { return [] }
    // A search waits for the same mail, and the folders hold what they held.
    return wanted.unsearched == before.unsearched ? [.list] : [.list, .updateFolders]
  }

  private mutating func leave() -> [Effect] {
    begin(.empty, nil)
    return [.leave]
  }

  private mutating func close() -> [Effect] {
    begin(.closed, nil)
    return [.leave]
  }

  private mutating func fail(_ error: any Error, canTryAgain: Bool = true) -> [Effect] {
    (state, listing, isOpen) = (.failed, .window(listing.folder), false)
    return [.detachList, .show(.failure(error, canTryAgain: canTryAgain))]
  }

  private mutating func opened(isEmpty: Bool) -> [Effect] {
    guard isEmpty else {
      state = .placing(then: .refresh)
      return [.show(.list), .place(asRemembered: true)]
    }
    state = .reading(.page)
    return [.readForTheFirstTime]
  }

  private mutating func read(takesLong: Bool, isHeaderOpen: Bool) -> [Effect] {
    guard case .reading(let progress) = state else { return [] }
    // The folders need not wait for the end.
    let effects: [Effect] = [.show(.list)] + (progress == .page ? [.updateFolders] : [])
    let isInHeader = progress == .header || isHeaderOpen || takesLong
    state = .reading(isInHeader ? .header : .list)
    return effects + (isInHeader && !isHeaderOpen && progress != .header ? [.refresh] : [])
  }

  private mutating func readingEnded(_ outcome: Outcome, _ hasRows: Bool) -> [Effect] {
    guard case .reading(let progress) = state else { return [] }
    switch outcome {
    case .success: state = .placing(then: .fetch)
    case .failure(let error) where !hasRows: return [.updateFolders] + fail(error)
    // A second attempt says beside the rows what is wrong. The header has said it already.
    case .failure where progress != .header: state = .placing(then: .refresh)
    case .failure, .cancelled: state = .placing(then: .nothing)
    }
    return [.updateFolders, .show(page(hasRows: hasRows)), .place(asRemembered: false)]
  }

  private mutating func placed(fetches: Bool) -> [Effect] {
    guard case .placing(let continuation) = state else { return [] }
    state = .listed
    return switch continuation {
    case .nothing: [.restoreSelection]
    case .fetch: [.restoreSelection] + (fetches ? [.refreshAgain] : [])
    case .refresh: [.restoreSelection, .refresh]
    }
  }

  /// In place of a list without rows: while the mailbox is read, there may be some.
  private func page(hasRows: Bool) -> Page {
    if hasRows { return .list }
    return isReading ? .opening(title: path ?? "") : .noConversations
  }
}
