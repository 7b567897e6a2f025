import Mail

/// The states of the pane of conversations, and the transitions between them.
///
/// The machine has no effects itself: ``handle(_:)`` returns the effects to carry out, in order.
/// Opening a mailbox begins a new run; late events of an earlier run are ignored.
struct PaneMachine {
  enum State: Equatable {
    /// No mailbox was opened yet, or the shown mailbox was removed and there is no other.
    case empty
    /// The mailbox and its first page are being opened, or the sample mailbox is being created.
    case opening
    /// The mailbox is read for the first time: nothing of its mail was stored.
    case reading(Progress)
    /// The list is being scrolled to its remembered position; after a first reading, to its top.
    case placing(then: Continuation)
    /// The list is shown, or a page that says that there are no conversations.
    case listed
    /// The mailbox could not be opened, or nothing of it could be read.
    case failed
    case closed
  }

  /// The place that shows the progress of a first reading.
  enum Progress { case page, list, header }

  /// The work to do after the list was scrolled in ``State/placing(then:)``.
  enum Continuation {
    case nothing
    /// Refreshes only if a fetch command is set: the mailbox has just been read.
    case fetch
    case refresh
  }

  enum Event {
    /// Opens a mailbox, even if it is open already.
    case open(path: String, Listing)
    /// Shows a listing of the open mailbox, or opens another mailbox with the listing's folder.
    case list(path: String, Listing)
    /// The mailbox is open, and the folder to list first is known: nil for all folders.
    case found(run: Int, FolderName?)
    /// The chosen listing could not be read. Choosing that listing once more tries again.
    case listingFailed(any Error)
    /// The sample mailbox is being created; it has no path yet.
    case make(title: String)
    case makingFailed(any Error)
    /// The first page was read, and its rows, if there are any, are in the list.
    case opened(run: Int, isEmpty: Bool)
    case openingFailed(run: Int, any Error)
    /// More rows of the first reading are in the list, and the reading continues.
    ///
    /// - Parameters:
    ///   - takesLong: whether the header should show the progress.
    ///   - isHeaderOpen: whether the header already shows a refresh that waits for this reading.
    case read(run: Int, takesLong: Bool, isHeaderOpen: Bool)
    case readingEnded(run: Int, Result<String?, any Error>, hasRows: Bool)
    case placed(run: Int, fetches: Bool)
    /// The list may have lost its last row, or got its first.
    ///
    /// - Parameter mayHaveMore: whether more rows may be found or fetched.
    case rowsChanged(hasRows: Bool, mayHaveMore: Bool)
    /// A refresh while there is no list: opens a mailbox again that could not be shown.
    case refresh
    /// The shown mailbox was removed, and there is no other to show.
    case leave
    /// The window is closed; a task may keep the pane alive.
    case close
  }

  enum Effect {
    /// Ends everything that belongs to the previous mailbox.
    case leave
    case open(path: String)
    /// Lists the conversations of ``PaneMachine/listing``, which has changed or is tried again.
    case list
    /// Shows above the list why the chosen listing could not be read.
    case say(any Error)
    /// Watches another folder for new mail.
    case followFolder
    case readForTheFirstTime
    case show(Page)
    /// Scrolls the list to its remembered position, or else to its top.
    case place(asRemembered: Bool)
    /// Reports that the folders or their counts may have changed.
    case updateFolders
    /// Selects the conversation that was read last. The list has been scrolled already.
    case restoreSelection
    case refresh
    /// Refreshes once more after the current refresh, to run the fetch command.
    case refreshAgain
    /// Stops all changes of the list's rows. The next refresh opens the mailbox from scratch.
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
  /// The mailbox's path, as the user named it.
  private(set) var path: String?
  /// The listing that is shown, or will be shown in a moment. Only this machine changes it: the
  /// list's contents and the memory for the next start get copies.
  private(set) var listing = Listing.window()
  /// The number of the present run; it grows when a mailbox is opened or left.
  private(set) var run = 0

  /// Whether there is a mailbox whose conversations can be listed.
  private(set) var isOpen = false
  private var isListingFailed = false

  /// Whether there is a list, which can be refreshed and can load more.
  var hasList: Bool {
    switch state {
    case .reading, .placing, .listed: true
    case .empty, .opening, .failed, .closed: false
    }
  }

  /// Whether the first reading of the mailbox is in progress.
  var isReading: Bool { if case .reading = state { true } else { false } }

  mutating func handle(_ event: Event) -> [Effect] {
    guard state != .closed else { return [] }
    switch event {
    case .open(let path, let listing): return open(path, listing)
    case .list(let path, let listing): return list(path, listing)
    case .listingFailed(let error):
      isListingFailed = true
      return [.say(error), .updateFolders]
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
    case .readingEnded(run: run, let result, let hasRows): return readingEnded(result, hasRows)
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
    // A search in one mailbox is not continued in another.
    self.listing = .window(listing.folder)
    return [.leave, .show(.opening(title: path)), .open(path: path)]
  }

  private mutating func begin(_ state: State, _ path: String?) {
    run += 1
    (self.state, self.path, listing, isOpen) = (state, path, .window(), false)
    isListingFailed = false
  }

  private mutating func list(_ path: String, _ wanted: Listing) -> [Effect] {
    guard path == self.path, isOpen else { return open(path, wanted) }
    let (before, isRetry) = (listing, isListingFailed)
    (listing, isListingFailed) = (wanted, false)
    if wanted.folder != before.folder { return [.list, .followFolder, .updateFolders] }
    guard wanted != before || isRetry else { return [] }
    // A search changes neither the watched folder nor the folders' counts.
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
    // Shows the folders with the first rows, before the reading ends.
    let effects: [Effect] = [.show(.list)] + (progress == .page ? [.updateFolders] : [])
    let isInHeader = progress == .header || isHeaderOpen || takesLong
    state = .reading(isInHeader ? .header : .list)
    return effects + (isInHeader && !isHeaderOpen && progress != .header ? [.refresh] : [])
  }

  private mutating func readingEnded(
    _ result: Result<String?, any Error>,
    _ hasRows: Bool
  ) -> [Effect] {
    guard case .reading(let progress) = state else { return [] }
    switch result {
    case .success: state = .placing(then: .fetch)
    case .failure(is CancellationError): state = .placing(then: .nothing)
    case .failure(let error) where !hasRows: return [.updateFolders] + fail(error)
    // If the header has not shown the error, refreshes: if that fails, the header shows the error.
    case .failure: state = .placing(then: progress == .header ? .nothing : .refresh)
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

  /// The list, or a page if the list has no rows. During a first reading, rows may still follow.
  private func page(hasRows: Bool) -> Page {
    if hasRows { return .list }
    return isReading ? .opening(title: path ?? "") : .noConversations
  }
}
