/// The edge past which the content is pulled.
public enum PullEdge: Sendable, Hashable, CaseIterable {
  /// Past the top: refresh.
  case top
  /// Past the bottom: load more.
  case bottom
}

/// What the user pulls with. Each has a rule of its own for what is deliberate.
public enum PullDevice: Sendable, Hashable, CaseIterable {
  /// A finger on the screen, or a stylus. Fires when it is lifted.
  case touch
  /// Two fingers on a touchpad. Fires when they are lifted, or have been still for a moment.
  case touchpad
  /// A mouse wheel. Fires after some notches and a dwell.
  case wheel
}
