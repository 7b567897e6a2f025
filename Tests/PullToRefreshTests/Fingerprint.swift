import CPullToRefreshGtk
import PullToRefreshGtk

@testable import PullToRefresh

/// All properties of a scrolled window that attaching may touch.
struct Fingerprint {
  private var values: [String: String] = [:]
  private var references: [String: Int] = [:]

  init(_ window: ScrolledWindow) {
    let widget = window.asWidget
    let parent = widget.parent
    var horizontal = PolicyType.never
    var vertical = PolicyType.never
    gtk_scrolled_window_get_policy(window, &horizontal, &vertical)
    values = [
      "siblings": "\((parent?.children ?? []).map(\.pointer))",
      "adjustment": "\(window.verticalAdjustment.pointer) \(window.verticalAdjustment.value)",
      "focus": "\(String(describing: window.focus?.pointer))",
      "policy": "\(horizontal.rawValue) \(vertical.rawValue)",
      "margins": "\(window.margins)",
      "align": "\(window.align.horizontal.rawValue) \(window.align.vertical.rawValue)",
      "expand": "\(gtk_widget_get_hexpand(widget)) \(gtk_widget_get_hexpand_set(widget)) "
        + "\(gtk_widget_get_vexpand(widget)) \(gtk_widget_get_vexpand_set(widget))",
      "flags": "\(window.isVisible) \(window.isKineticScrolling)",
      "size": "\(widget.width) \(widget.height)",
    ]
    for (name, widget) in [("parent", parent), ("window", widget), ("child", window.child)] {
      values[name] = "\(String(describing: widget?.pointer))"
      guard let widget else { continue }
      if let model = gtk_widget_observe_controllers(widget) {
        values["\(name)'s controllers"] = "\(g_list_model_get_n_items(model))"
      }
      references[name] = referenceCount(of: widget)
      values["\(name)'s classes"] = "\(widget.styleClasses)"
    }
  }

  /// The changes, each with its old and its new value.
  func changes(from before: Fingerprint) -> [String] {
    values.keys.sorted().filter { values[$0] != before.values[$0] }
      .map { "\($0): \(before.values[$0] ?? "") -> \(values[$0] ?? "")" }
      + lostReferences(since: before)
  }
}

extension Fingerprint {
  /// The changed reference counts. Allows a difference of 1, because GTK itself sometimes changes
  /// the count after a widget was moved, also without the library.
  private func lostReferences(since before: Fingerprint) -> [String] {
    references.keys.sorted().filter {
      abs((references[$0] ?? 0) - (before.references[$0] ?? 0)) > 1
    }
    .map { "\($0)'s references: \(before.references[$0] ?? 0) -> \(references[$0] ?? 0)" }
  }
}

extension Widget {
  fileprivate var styleClasses: [String] {
    guard let list = gtk_widget_get_css_classes(self) else { return [] }
    defer { g_strfreev(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }
}

/// The number of references to an object, without those that Swift would take to read it.
@MainActor private func referenceCount(of object: some ObjectConvertible) -> Int {
  // Relies on GObject's structure: the class comes first, then the count.
  let instance = UnsafeRawPointer(object.pointer)
  return Int(instance.load(fromByteOffset: MemoryLayout<Int>.size, as: UInt32.self))
}

extension ScrolledWindow {
  /// The allocated room of an attached scrolled window's row at an edge, in px.
  func room(_ edge: PullEdge) -> Int {
    guard let parent, let y = top(in: parent) else { return 0 }
    let top = Int(y.rounded())
    return edge == .top ? top : parent.height - top - height
  }
}
