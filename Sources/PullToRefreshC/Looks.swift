import CPullToRefresh
import CPullToRefreshShim
import FoundationEssentials
import PullToRefresh
import PullToRefreshGtk

// The functions in C that configure a list's rows and its pull: see pull-to-refresh.h.

@_cdecl("pull_to_refresh_set_prefetch")
nonisolated public func setPrefetch(_ list: OpaquePointer?, _ prefetch: Double) -> gboolean {
  configure(list) { $0.loadMode = prefetch < 0 ? .pull : .automatic(prefetch: prefetch) }
}

@_cdecl("pull_to_refresh_set_edge")
nonisolated public func setEdge(_ list: OpaquePointer?, _ refresh: PullToRefreshEdge) -> gboolean {
  let edges: [PullEdge] = [.top, .bottom, .leading, .trailing]
  guard let edge = Int(exactly: refresh.rawValue), edges.indices.contains(edge) else {
    refuse("edge", "PullToRefreshEdge")
    return 0
  }
  return with(list, or: 0) { list in
    var isRefused = false
    list.pull { isRefused = !$0.refresh.move(to: edges[edge]) }
    return isRefused ? 0 : 1
  }
}

@_cdecl("pull_to_refresh_set_has_more")
nonisolated public func setHasMore(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ hasMore: gboolean
) -> gboolean {
  guard let role = RunRole(role) else { return 0 }
  return configure(list) { $0[role].hasMore = hasMore != 0 }
}

@_cdecl("pull_to_refresh_set_enabled")
nonisolated public func setEnabled(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ enabled: gboolean
) -> gboolean {
  configure(list, role) {
    $0.isEnabled = enabled != 0
  }
}

@_cdecl("pull_to_refresh_set_metric")
nonisolated public func setMetric(
  _ list: OpaquePointer?,
  _ metric: PullToRefreshMetric,
  _ value: Double
) -> gboolean {
  with(list, or: 0) { list in
    var probe = PullMetrics()
    guard probe.set(metric, to: value) else {
      refuse("metric", "PullToRefreshMetric")
      return 0
    }
    list.pull { _ = $0.metrics.set(metric, to: value) }
    return 1
  }
}

@_cdecl("pull_to_refresh_set_title")
nonisolated public func setTitle(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ title: PullToRefreshTitle,
  _ text: UnsafePointer<CChar>?
) -> gboolean {
  let text = text.map { String(cString: $0) } ?? ""
  guard let role = RunRole(role) else { return 0 }
  return with(list, or: 0) { list in
    if title == PULL_TO_REFRESH_TITLE_FAILED {
      list.pull {
        $0[role].titles.failed = { text.replacing("%s", with: $0) }
      }
    } else if let path = RowTitles.path(of: title, in: role) {
      list.pull { $0[role].titles[keyPath: path] = text }
    } else {
      refuse("title of this row", "PullToRefreshTitle")
      return 0
    }
    return 1
  }
}

@_cdecl("pull_to_refresh_set_indicator")
nonisolated public func setIndicator(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ indicator: PullToRefreshIndicator
) -> gboolean {
  guard (0...PULL_TO_REFRESH_INDICATOR_NONE.rawValue).contains(indicator.rawValue) else {
    refuse("indicator", "PullToRefreshIndicator")
    return 0
  }
  return configure(list, role) {
    $0.indicator = [.arrow, .ring, .spinner, .none][Int(indicator.rawValue)]
  }
}

@_cdecl("pull_to_refresh_set_picture")
nonisolated public func setPicture(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ picture: OpaquePointer?,
  _ turns: gboolean
) -> gboolean {
  nonisolated(unsafe) let (list, picture) = (list, picture)
  return onMainThread(or: 0) {
    guard let picture, Paintable.at(picture) != nil else {
      Diagnostics.refuse("This pointer is no GdkPaintable, or one that was freed.")
      return 0
    }
    let style = IndicatorStyle.picture(IndicatorPicture(paintable: picture, turns: turns != 0))
    return configure(list, role) {
      $0.indicator = style
    }
  }
}

@_cdecl("pull_to_refresh_set_colors")
nonisolated public func setColors(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ indicator: UnsafePointer<CChar>?,
  _ title: UnsafePointer<CChar>?
) -> gboolean {
  let texts = [indicator, title].map { $0.map { String(cString: $0) } }
  let colors = texts.map { $0.flatMap { Color($0) } }
  for (text, color) in zip(texts, colors) where text != nil {
    guard case .some = color else {
      Diagnostics.refuse("This is no color. Write it as CSS does, such as #1c71d8.")
      return 0
    }
  }
  return configure(list, role) {
    ($0.indicatorColor, $0.titleColor) = (colors[0], colors[1])
  }
}

@_cdecl("pull_to_refresh_set_font")
nonisolated public func setFont(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ font: UnsafePointer<CChar>?
) -> gboolean {
  let font = font.map { String(cString: $0) }
  return configure(list, role) { $0.titleFont = font }
}

@_cdecl("pull_to_refresh_set_floats")
nonisolated public func setFloats(_ list: OpaquePointer?, _ floats: gboolean) -> gboolean {
  configure(list) { $0.refresh.floats = floats != 0 }
}

@_cdecl("pull_to_refresh_set_last_updated")
nonisolated public func setLastUpdated(
  _ list: OpaquePointer?,
  _ key: UnsafePointer<CChar>?
) -> gboolean {
  let key = key.map { String(cString: $0) }
  return configure(list) { controller in
    controller.refresh.lastUpdated = LastUpdated(
      key: key ?? "",
      store: key == nil ? NoTimes() : LastUpdatedTimes.file ?? .standard,
      format: controller.refresh.lastUpdated?.format ?? .relative
    )
  }
}

@_cdecl("pull_to_refresh_set_last_updated_file")
nonisolated public func setLastUpdatedFile(_ path: UnsafePointer<CChar>?) {
  let path = path.map { String(cString: $0) }
  onMainThread(or: ()) { LastUpdatedTimes.file = path.map { LastUpdatedFile(path: $0) } }
}

private enum LastUpdatedTimes {
  /// The file that the program has set; nil for ``LastUpdatedFile/standard``.
  static var file: LastUpdatedFile?
}

/// The store of a list without a key, whose format may be set before its key.
private final class NoTimes: LastUpdatedStore {
  func lastUpdated(for key: String) -> Date? { nil }
  func setLastUpdated(_ date: Date, for key: String) {}
}

@_cdecl("pull_to_refresh_set_last_updated_text")
nonisolated public func setLastUpdatedText(
  _ list: OpaquePointer?,
  _ function: PullToRefreshTimeText?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  nonisolated(unsafe) let passed = (function, data, destroy)
  return with(list, or: 0) { list in
    var format = LastUpdated.Format.relative
    if function != nil {
      guard let text = Callback(passed) else { return 0 }
      format = .custom { date, now in
        let times = [date, now].map { gint64($0.timeIntervalSince1970.rounded()) }
        guard let made = text.function(times[0], times[1], text.data) else { return "" }
        defer { g_free(made) }
        return String(cString: made)
      }
    }
    list.pull { [format] in
      $0.refresh.lastUpdated = $0.refresh.lastUpdated ?? LastUpdated(key: "", store: NoTimes())
      $0.refresh.lastUpdated?.format = format
    }
    return 1
  }
}

@_cdecl("pull_to_refresh_set_row_view")
nonisolated public func setRowView(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ function: PullToRefreshRowView?,
  _ data: gpointer?,
  _ destroy: GDestroyNotify?
) -> gboolean {
  nonisolated(unsafe) let passed = (function, data, destroy)
  guard let role = RunRole(role) else { return 0 }
  return with(list, or: 0) { list in
    var builder: RowBuilder?
    if function != nil {
      guard let view = Callback(passed) else { return 0 }
      let views = RowViews(view)
      builder = { views.view(for: $0) }
    }
    list.pull { [builder] in $0[role].content = builder }
    return 1
  }
}

/// The widgets that a program's function returns for the states of a row.
private final class RowViews {
  private typealias Unchecked =
    @convention(c) (PullToRefreshState, Double, gpointer?) -> OpaquePointer?

  private let callback: Callback<PullToRefreshRowView>
  /// Whether a widget was refused: a pull would otherwise repeat the warning for each px.
  private var hasRefused = false

  init(_ callback: Callback<PullToRefreshRowView>) { self.callback = callback }

  func view(for state: RefreshState) -> Widget {
    // Takes a pointer, because Swift would retain a widget before it is checked.
    let function = unsafeBitCast(callback.function, to: Unchecked.self)
    let made = function(PullToRefreshState(state), state.shownProgress, callback.data)
    let nothing = Box(.horizontal, spacing: 0).asWidget
    guard let made else { return nothing }
    guard tideline_is_live_object(UnsafeRawPointer(made), gtk_widget_get_type()) else {
      refuse(Widget.notAWidget)
      return nothing
    }
    let hasReference = tideline_has_given_reference(UnsafeRawPointer(made))
    guard let widget = Widget.live(at: made) else { return nothing }
    if hasReference {
      tideline_drop_given_reference(widget)
    } else {
      refuse("A row's view came without a reference. Return g_object_ref() of a kept widget.")
    }
    return widget
  }

  private func refuse(_ sentence: String) {
    guard !hasRefused else { return }
    hasRefused = true
    Diagnostics.refuse(sentence)
  }
}

/// Changes a list's settings: at once, or when the list gets into a window.
nonisolated private func configure(
  _ list: OpaquePointer?,
  _ change: @escaping @MainActor (RefreshController) -> Void
) -> gboolean {
  with(list, or: 0) { list in
    list.pull(change)
    return 1
  }
}

/// Changes the configuration of one row.
nonisolated private func configure(
  _ list: OpaquePointer?,
  _ role: PullToRefreshRole,
  _ change: @escaping @MainActor (inout RowConfiguration) -> Void
) -> gboolean {
  guard let role = RunRole(role) else { return 0 }
  return configure(list) { change(&$0[role].row) }
}
