import CPullToRefreshShim

/// The event that a controller is handling; meaningful within its handlers only.
extension EventControllerConvertible {
  /// When the event happened, in ms on the display server's clock, which wraps; 0 where there is
  /// no event, or one without a time.
  package var currentEventTime: UInt32 {
    gtk_event_controller_get_current_event_time(asEventController)
  }

  /// The keys that were held and give an event another meaning.
  package var currentKeys: [ModifierKey] {
    let state = gtk_event_controller_get_current_event_state(asEventController)
    return ModifierKey.held(in: state.rawValue)
  }

  /// Where the event happened.
  package var currentTarget: EventTarget {
    var isElsewhere = false
    let widget = tideline_current_target(asEventController, &isElsewhere)
    if isElsewhere { return .otherSurface }
    return widget.map(EventTarget.widget) ?? .unknown
  }

  /// Whether the event is that of a finger coming down.
  package var isCurrentEventOfNewFinger: Bool { tideline_is_current_touch_begin(asEventController) }

  /// Whether the event comes from the stylus of a tablet.
  package var isCurrentEventOfStylus: Bool {
    var tool = GDK_DEVICE_TOOL_TYPE_UNKNOWN
    let source = tideline_current_source(asEventController, &tool)
    return Stylus.isStylus(source, tool)
  }
}

/// What is under the pointer or the finger of an event.
package enum EventTarget {
  /// A widget at or below the controller's own.
  case widget(Widget)
  /// Something in a popover or a menu that hangs below the controller's widget.
  case otherSurface
  /// There is no event, or it names no place.
  case unknown
}

/// A key that changes what an event does. Caps Lock and Num Lock, which may stay on for hours, are
/// none.
package enum ModifierKey: Sendable, CaseIterable {
  case shift, control, alt, `super`, hyper, meta

  private var mask: GdkModifierType {
    switch self {
    case .shift: GDK_SHIFT_MASK
    case .control: GDK_CONTROL_MASK
    case .alt: GDK_ALT_MASK
    case .super: GDK_SUPER_MASK
    case .hyper: GDK_HYPER_MASK
    case .meta: GDK_META_MASK
    }
  }

  /// - Parameter state: a `GdkModifierType`, which has bits for locks and mouse buttons, too.
  static func held(in state: UInt32) -> [ModifierKey] {
    state == 0 ? [] : allCases.filter { state & $0.mask.rawValue != 0 }
  }
}

/// Tells a stylus from a mouse.
enum Stylus {
  /// - Parameters:
  ///   - source: what kind of device an event comes from.
  ///   - tool: the tool over a tablet; unknown for other devices.
  /// - Returns: whether that is a stylus. A tablet's own mouse is none.
  static func isStylus(_ source: GdkInputSource, _ tool: GdkDeviceToolType) -> Bool {
    switch tool {
    case GDK_DEVICE_TOOL_TYPE_UNKNOWN: source == GDK_SOURCE_PEN
    case GDK_DEVICE_TOOL_TYPE_MOUSE, GDK_DEVICE_TOOL_TYPE_LENS: false
    default: true
    }
  }
}

extension WidgetConvertible {
  /// Whether the widget changes a value of its own when it is scrolled over, as a slider does. A
  /// scroll bar moves its list instead.
  package var takesScrolling: Bool { tideline_takes_scrolling(asWidget) }

  /// Whether the widget follows a finger that drags on it, as a slider or a scroll bar does.
  package var takesDragging: Bool { tideline_takes_dragging(asWidget) }

  /// Whether a pointer that drags over the widget selects text.
  package var selectsByDragging: Bool { tideline_selects_by_dragging(asWidget) }
}
