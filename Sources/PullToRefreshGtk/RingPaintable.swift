import CPullToRefreshShim

/// Draws an arc of a ring in the text's color, above the whole ring, which is faint.
package final class RingPaintable {
  package let asPaintable: Paintable = tideline_ring_paintable_new()

  package init() {}

  /// The fraction of the ring that the arc covers, 0…1. A value outside is moved to the nearest
  /// end; NaN counts as 0.
  package var fraction = 0.0 { didSet { update() } }

  /// The start of the arc, in degrees clockwise from 12 o'clock.
  package var angle = 0.0 { didSet { update() } }

  private func update() { tideline_ring_paintable_set(asPaintable, fraction, angle) }
}
