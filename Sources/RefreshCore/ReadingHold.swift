/// Holds the rows that the user reads where they are on the screen, while rows at the edges open
/// and close.
struct ReadingHold {
  /// The value that the adjustment would have without the open row at the start. The screen shows
  /// the same rows in the same places as long as this stays the same.
  var place: Double
  var end: Duration?
  /// How far the content was scrolled on purpose since the last frame.
  private var moved = 0.0
  /// By how much the layouts of this frame may have moved the content without a reason.
  private var slack = 0.0
  /// In the first frame it isn't known how far the content was scrolled since its rows were laid
  /// out.
  private var frames = 0

  init(place: Double) { self.place = place }

  /// A frame begins: whatever has scrolled the content since the last one was meant to.
  mutating func begin(_ change: ScrollChange) {
    place += change.move
    (moved, slack) = (change.move, 0)
    frames += 1
  }

  /// A layout has moved the content.
  mutating func layOut(_ change: ScrollChange) {
    place += change.moveOfContent
    slack = max(slack, change.slack)
  }

  /// Goes by the rows themselves where they were measured: a list view guesses how long those are
  /// that are out of sight, and what it guesses anew is no movement. Where the user has scrolled,
  /// or may have, rows that went too far for a layout's error are given to other items.
  mutating func correct(_ measurement: ScrollMeasurement) {
    guard let shift = measurement.rowShift else { return }
    let error = shift + moved
    let room = measurement.room.taken[.start]
    let isOfThese = (frames > 1 && abs(moved) < 1) || abs(error) <= slack
    place = measurement.value - room + (isOfThese ? error : 0)
  }
}
