import PullToRefreshGtk
import RefreshCore

extension WidgetConvertible {
  /// Lets the user refresh by a pull past an edge, by F5 and by Ctrl+R.
  ///
  /// ```swift
  /// list.refreshable { mailbox.show(try await mailbox.fetch()) }
  /// ```
  ///
  /// The nearest scrolled window at or above the widget gets the refresh. If there is none, all
  /// scrolled windows below the widget get the same refresh, except those in a popover or in
  /// another scrolled window. If none is found, the widget is searched again when it enters a
  /// window. A scrolled window that is added later gets the refresh when it gets a controller. A
  /// scrolled window that is moved uses the refresh of its new place. If calls on several widgets
  /// apply to a list, the nearest widget's call counts, in whatever order the calls were made. The
  /// widget and all below it get the action as ``EnvironmentValues/refresh``.
  ///
  /// - Parameters:
  ///   - edge: see ``PullRole/edge``; nil keeps the present edge, initially the top. If
  ///     ``loadsMore(at:_:)`` also names an edge, the two must be opposite: otherwise a debug build
  ///     stops with a message, and a release build logs a warning and leaves the edges unchanged.
  ///   - action: runs on the main actor, one run at a time; cancelled by the user, by code, or when
  ///     the list is destroyed or detached. A thrown error is shown, and the list's rows stay.
  /// - Returns: the widget itself.
  @discardableResult
  public func refreshable(
    at edge: PullEdge? = nil,
    _ action: @escaping () async throws -> Void
  ) -> Self {
    refreshable(
      at: edge,
      reporting: {
        try await action()
        return nil
      }
    )
  }

  /// Lets the user refresh, and shows the result of the action for a moment.
  ///
  /// ```swift
  /// list.refreshable(reporting: { "\(try await mailbox.fetch()) new" })
  /// ```
  ///
  /// - Parameters:
  ///   - edge: as for ``refreshable(at:_:)``.
  ///   - action: returns the result, in the user's language; nil for ``RefreshTitles/done``.
  @discardableResult
  @_disfavoredOverload  // A closure that returns nothing, or only throws, has nothing to report.
  public func refreshable(
    at edge: PullEdge? = nil,
    reporting action: @escaping () async throws -> String?
  ) -> Self {
    let offer = Offer(.refresh) { .refreshed(summary: try await action()) }
    offer.publish(on: asWidget)
    attachToAll { $0.driver.take(offer, from: $1, at: edge) }
    return self
  }

  /// Lets the user refresh, by code that calls back instead of being awaited.
  ///
  /// ```swift
  /// list.refreshable(endsAfter: .milliseconds(500)) { _ in model.reload() }
  /// ```
  ///
  /// - Parameters:
  ///   - edge: as for ``refreshable(at:_:)``.
  ///   - delay: the time after which the refresh ends by itself, as a success; nil for never. Half
  ///     a second is long enough to be seen.
  ///   - begin: begins the refresh; called on the main thread. Any code may then end the refresh by
  ///     calling the ``RunCompletion`` that the closure gets.
  @discardableResult
  public func refreshable(
    at edge: PullEdge? = nil,
    endsAfter delay: Duration?,
    _ begin: @escaping (RunCompletion<String?>) -> Void
  ) -> Self {
    refreshable(
      at: edge,
      reporting: { try await RunCompletion.run(endsAfter: delay, with: nil, begin) }
    )
  }

  /// Lets the user load more rows by a pull past an edge, and by a button at that edge.
  ///
  /// ```swift
  /// list.loadsMore {
  ///   let page = try await mailbox.nextPage()
  ///   return LoadedRows(added: page.count, hasMore: page.hasNext)
  /// }
  /// ```
  ///
  /// The list is the nearest scrolled window at or above the widget; if there is none, the first
  /// one below. If none is found, the widget is searched again when it enters a window.
  ///
  /// A handler that inserts rows before the first row, such as a chat's older messages, must do so
  /// in ``update(arrivals:_:)``, so that the rows in sight keep their place in every kind of
  /// content.
  ///
  /// - Parameters:
  ///   - edge: see ``PullRole/edge``; nil keeps the present edge, initially the bottom. It must be
  ///     opposite to the edge that ``refreshable(at:_:)`` names, if any.
  ///   - action: runs on the main actor, never beside a refresh; cancelled by a refresh, by the
  ///     user, by code, or when the list is destroyed or detached. An error is shown beside Retry.
  /// - Returns: the widget itself.
  @discardableResult
  public func loadsMore(
    at edge: PullEdge? = nil,
    _ action: @escaping () async throws -> LoadedRows
  ) -> Self {
    offerLoads(.loadMore, at: edge, action)
  }

  /// Lets the user load more rows, by code that calls back instead of being awaited.
  ///
  /// - Parameters:
  ///   - edge: as for ``loadsMore(at:_:)``.
  ///   - delay: the time after which the load ends by itself, with more to load; nil for never.
  ///   - begin: begins the load, on the main thread. Calling its ``RunCompletion`` ends the load.
  @discardableResult
  public func loadsMore(
    at edge: PullEdge? = nil,
    endsAfter delay: Duration?,
    _ begin: @escaping (RunCompletion<LoadedRows>) -> Void
  ) -> Self {
    loadsMore(at: edge) {
      try await RunCompletion.run(endsAfter: delay, with: LoadedRows(hasMore: true), begin)
    }
  }

  /// Lets the user load earlier rows past the edge opposite to ``loadsMore(at:_:)``, for a list
  /// that first shows rows from its middle.
  ///
  /// ```swift
  /// list.loadsEarlier {
  ///   let page = try await chat.earlierPage()
  ///   await list.update { model.insert(page.messages, at: 0) }
  ///   return LoadedRows(added: page.messages.count, hasMore: page.hasEarlier)
  /// }
  /// ```
  ///
  /// This load and the load of more rows may run at once, and each ends on its own. The refresh
  /// uses the same edge as this load: while a refresh is offered and ``RefreshController/refresh``
  /// is enabled, this load is off, and GLib's log gets one warning.
  ///
  /// - Parameters:
  ///   - edge: see ``PullRole/edge``; nil keeps the present edge, initially the top. It must be
  ///     opposite to the edge that ``loadsMore(at:_:)`` names, if any.
  ///   - action: as for ``loadsMore(at:_:)``.
  /// - Returns: the widget itself.
  @discardableResult
  public func loadsEarlier(
    at edge: PullEdge? = nil,
    _ action: @escaping () async throws -> LoadedRows
  ) -> Self {
    offerLoads(.loadEarlier, at: edge, action)
  }

  /// Lets the user load earlier rows, by code that calls back instead of being awaited.
  ///
  /// - Parameters:
  ///   - edge: as for ``loadsEarlier(at:_:)``.
  ///   - delay: as for ``loadsMore(at:endsAfter:_:)``.
  ///   - begin: begins the load, on the main thread. Calling its ``RunCompletion`` ends the load.
  @discardableResult
  public func loadsEarlier(
    at edge: PullEdge? = nil,
    endsAfter delay: Duration?,
    _ begin: @escaping (RunCompletion<LoadedRows>) -> Void
  ) -> Self {
    loadsEarlier(at: edge) {
      try await RunCompletion.run(endsAfter: delay, with: LoadedRows(hasMore: true), begin)
    }
  }

  private func offerLoads(
    _ role: RunRole,
    at edge: PullEdge?,
    _ action: @escaping () async throws -> LoadedRows
  ) -> Self {
    let offer = Offer(role) { .loaded(try await action()) }
    return configureRefresh { controller in
      if let list = controller.list { controller.driver.take(offer, from: list.asWidget, at: edge) }
    }
  }

  /// Configures the controllers of all scrolled windows in reach that can be attached.
  private func attachToAll(_ configure: @escaping (RefreshController, Widget) -> Void) {
    whenAttachable { widget throws(AttachError) in
      var refusal = AttachError.noScrolledWindow
      var controllers: [RefreshController] = []
      for window in widget.scrolledWindowsInReach {
        do throws(AttachError) {
          controllers.append(try RefreshController.attach(to: window))
        } catch {
          refusal = error
        }
      }
      if controllers.isEmpty { throw refusal }
      for controller in controllers { configure(controller, widget) }
    }
  }

  func whenAttachable(_ attach: @escaping (Widget) throws(AttachError) -> Void) {
    /// Tries to attach. Warns of a failure only in a window: elsewhere, a later try may succeed.
    func isAttached(_ widget: Widget) -> Bool {
      do throws(AttachError) {
        try attach(widget)
        return true
      } catch {
        if widget.isRooted { Diagnostics.warn("pull-to-refresh: \(error.description)") }
        return false
      }
    }
    if isAttached(asWidget) { return }
    let widget = Unowned(asWidget)
    var connection: SignalConnection?
    connection = connect("notify::root") {
      guard widget.object.isRooted else { return }
      // Changes the tree later, because GTK is adding the widget at this moment.
      MainLoop.call { [kept = widget.object] in
        // Checks again: meanwhile the widget may have left the window, or may be attached.
        guard kept.isRooted, connection != nil, isAttached(kept) else { return }
        connection?.disconnect()
        connection = nil
      }
    }
  }
}
