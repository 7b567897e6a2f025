import CPullToRefreshShim

/// The event that a controller is handling; valid only within its handlers.
extension EventControllerConvertible {
  /// The time of the event, in ms on the display server's clock, which wraps around; 0 if there is
  /// no event, or the event has no time.
  package var currentEventTime: UInt32 {
    gtk_event_controller_get_current_event_time(asEventController)
  }

  /// The modifier keys that were held during the event.
  package var currentKeys: [ModifierKey] {
    let state = gtk_event_controller_get_current_event_state(asEventController)
    return ModifierKey.held(in: state.rawValue)
  }

  /// The widget or surface where the event happened.
  package var currentTarget: EventTarget {
    var isElsewhere = false
    let widget = tideline_current_target(asEventController, &isElsewhere)
    if isElsewhere { return .otherSurface }
    return widget.map(EventTarget.widget) ?? .unknown
  }

  /// Whether the event is the start of a touch.
  package var isCurrentEventOfNewFinger: Bool { tideline_is_current_touch_begin(asEventController) }

  /// Whether the event comes from the stylus of a tablet.
  package var isCurrentEventOfStylus: Bool {
    var tool = GDK_DEVICE_TOOL_TYPE_UNKNOWN
    let source = tideline_current_source(asEventController, &tool)
    return Stylus.isStylus(source, tool)
  }
}

/// The target of an event: the widget or surface under its pointer or finger.
package enum EventTarget {
  /// A widget at or below the controller's own.
  case widget(Widget)
  /// A widget in a popover or a menu below the controller's widget.
  case otherSurface
  /// There is no event, or it has no position.
  case unknown
}

/// A key that changes the effect of an event. Caps Lock and Num Lock, which may stay on for hours,
/// do not count.
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

  /// - Parameter state: a `GdkModifierType`, which also has bits for locks and mouse buttons.
  static func held(in state: UInt32) -> [ModifierKey] {
    state == 0 ? [] : allCases.filter { state & $0.mask.rawValue != 0 }
  }
}

/// Distinguishes a stylus from a mouse.
enum Stylus {
  /// - Parameters:
  ///   - source: the kind of device that sent an event.
  ///   - tool: the tool on a tablet; unknown for other devices.
  /// - Returns: whether the tool is a stylus; false for the mouse of a tablet.
  static func isStylus(_ source: GdkInputSource, _ tool: GdkDeviceToolType) -> Bool {
    switch tool {
    case GDK_DEVICE_TOOL_TYPE_UNKNOWN: source == GDK_SOURCE_PEN
    case GDK_DEVICE_TOOL_TYPE_MOUSE, GDK_DEVICE_TOOL_TYPE_LENS: false
    default: true
    }
  }
}

extension WidgetConvertible {
  /// Whether scrolling over the widget changes its own value, as with a slider. A scroll bar moves
  /// its list instead.
  package var takesScrolling: Bool { tideline_takes_scrolling(asWidget) }

  /// Whether the widget follows a finger that drags on it, as a slider or a scroll bar does.
  package var takesDragging: Bool { tideline_takes_dragging(asWidget) }

  /// Whether a pointer that drags over the widget selects text.
  package var selectsByDragging: Bool { tideline_selects_by_dragging(asWidget) }
}
