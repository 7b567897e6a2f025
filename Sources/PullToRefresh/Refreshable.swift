import Gtk

extension WidgetConvertible {
  /// Lets the user refresh by a pull past the top, by F5 and by Ctrl+R.
  ///
  /// ```swift
  /// list.refreshable { await mailbox.fetch() }
  /// ```
  ///
  /// The widget is a scrolled window, or is inside or around one. That may still be so only
  /// later: then it is found as soon as the widget is in a window.
  ///
  /// - Parameter action: runs on the main actor, one at a time; cancelled when the scrolled window
  ///   goes. What it throws is shown, and the rows stay as they are.
  /// - Returns: the widget itself.
  @discardableResult
  public func refreshable(_ action: @escaping () async throws -> Void) -> Self {
    refreshable(reporting: {
      try await action()
      return nil
    })
  }

  /// The same, with a result to show for a moment.
  ///
  /// ```swift
  /// list.refreshable(reporting: { "\(try await mailbox.fetch()) new" })
  /// ```
  ///
  /// - Parameter action: returns the result, in the user's language; nil for "Up to date".
  @discardableResult
  @_disfavoredOverload  // A closure that returns nothing, or only throws, has nothing to report.
  public func refreshable(reporting action: @escaping () async throws -> String?) -> Self {
    whenAttachable { $0.refreshHandler = action }
    return self
  }

  /// Lets the user load more rows by a pull past the bottom, and by the button there.
  ///
  /// ```swift
  /// list.loadsMore {
  ///   let page = try await mailbox.nextPage()
  ///   return LoadedRows(added: page.count, hasMore: page.hasNext)
  /// }
  /// ```
  ///
  /// - Parameter action: runs on the main actor, never beside a refresh; cancelled when one begins
  ///   or the scrolled window goes. What it throws is shown beside a Retry button.
  /// - Returns: the widget itself.
  @discardableResult
  public func loadsMore(_ action: @escaping () async throws -> LoadedRows) -> Self {
    whenAttachable { $0.loadMoreHandler = action }
    return self
  }

  private func whenAttachable(_ configure: @escaping (RefreshController) -> Void) {
    do throws(AttachError) {
      return configure(try RefreshController.attach(to: self))
    } catch {
      // In a window already, and still no place: whoever wrote this should hear of it.
      if isRooted { Diagnostics.warn("pull-to-refresh: \(error.description)") }
    }
    let widget = Unowned(asWidget)
    var connection: SignalConnection?
    connection = connect("notify::root") {
      guard widget.object.isRooted else { return }
      // GTK is in the middle of putting the widget in its place: change the tree after that.
      _ = Timeout(after: .zero) { [kept = widget.object] in
        do throws(AttachError) {
          let controller = try RefreshController.attach(to: kept)
          connection?.disconnect()
          connection = nil
          configure(controller)
        } catch {
          Diagnostics.warn("pull-to-refresh: \(error.description)")
        }
      }
    }
  }
}
