import CPullToRefreshShim

/// Draws an arc of a ring, over the whole ring which is faint, in the text's colour.
package final class RingPaintable {
  package let asPaintable: Paintable = tideline_ring_paintable_new()

  package init() {}

  /// How much of the ring the arc covers: 0…1. What is outside moves to the nearest end; NaN counts
  /// as 0.
  package var fraction = 0.0 { didSet { update() } }

  /// Where the arc begins, in degrees clockwise from 12 o'clock.
  package var angle = 0.0 { didSet { update() } }

  private func update() { tideline_ring_paintable_set(asPaintable, fraction, angle) }
}
