import CGtkShim

/// Draws an arc of a ring, over the whole ring which is faint, in the text's colour.
public final class RingPaintable {
  public let asPaintable: Paintable = tideline_ring_paintable_new()

  public init() {}

  /// How much of the ring the arc covers: 0…1. What is outside moves to the nearest end; NaN counts
  /// as 0.
  public var fraction = 0.0 { didSet { update() } }

  /// Where the arc begins, in degrees clockwise from 12 o'clock.
  public var angle = 0.0 { didSet { update() } }

  private func update() { tideline_ring_paintable_set(asPaintable, fraction, angle) }
}
