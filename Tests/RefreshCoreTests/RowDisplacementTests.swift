import Testing

@testable import RefreshCore

/// A row and the content that moves with it, from the first pixel of a pull until both are at rest.
struct RowDisplacementTests {
  private static let now = Duration.seconds(9)

  @Test func rowAndContentFollowTheHand() {
    var row = RowDisplacement()
    for way in [0.5, 12, 60, 49.5] {
      row.follow(way, at: Self.now)
      #expect(row.shown(at: Self.now) == way)
      #expect(row.offset(at: Self.now) == way)
      #expect(row.isHeld)
    }
    row.follow(0, at: Self.now)
    #expect(!row.isHeld)
    #expect(row.offset(at: Self.now) == 0)
  }

  @Test func aRowThatFloatsMovesNothing() {
    var row = RowDisplacement()
    row.movesContent = false
    row.follow(40, at: Self.now)
    #expect(row.shown(at: Self.now) == 40)
    #expect(row.offset(at: Self.now) == 0)
    row.letGo(Self.now, at: Self.now)
    #expect(row.displacement(of: 54, isMoved: true) == 0)
    row.aim(row: 54, content: 0, over: .milliseconds(200), at: Self.now)
    #expect((0...60).allSatisfy { row.offset(at: Self.now + .milliseconds(8 * $0)) == 0 })
    #expect(row.shown(at: Self.now + .seconds(1)) == 54)
  }

  @Test(arguments: [54.0, 0])
  func aReleaseGoesOnFromTheHandAsFast(to target: Double) {
    var row = RowDisplacement()
    // 10 px each 16 ms.
    for step in 1...7 {
      row.follow(10 * Double(step), at: Self.now + .milliseconds(16 * step))
    }
    let release = Self.now + .milliseconds(116)
    row.letGo(release, at: release)
    row.aim(row: target, content: target, over: .milliseconds(200), at: release)
    #expect(abs(row.offset(at: release) - 70) < 1e-9)
    let step = row.offset(at: release + .microseconds(100)) - 70
    #expect(abs(step - 0.0625) < 0.001)
    #expect(row.offset(at: release + .seconds(1)) == target)
    #expect(row.shown(at: release + .seconds(1)) == target)
  }

  @Test func layoutsBetweenTwoEventsDoNotSlowTheHand() {
    var (row, other) = (RowDisplacement(), RowDisplacement())
    for step in 1...5 {
      let time = Self.now + .milliseconds(33 * step)
      row.follow(20 * Double(step), at: time)
      for later in [0, 4, 40] { other.follow(20 * Double(step), at: time + .milliseconds(later)) }
    }
    let release = Self.now + .milliseconds(170)
    for end in [release, release + .milliseconds(200)] {
      var (row, other) = (row, other)
      row.letGo(end, at: end)
      other.letGo(end, at: end)
      row.aim(row: 0, content: 0, over: .milliseconds(400), at: end)
      other.aim(row: 0, content: 0, over: .milliseconds(400), at: end)
      #expect(row == other)
    }
  }

  @Test func aHandThatRestedLetsGoWithoutSpeed() {
    var row = RowDisplacement()
    for step in 1...6 {
      row.follow(10 * Double(step), at: Self.now + .milliseconds(16 * step))
    }
    let release = Self.now + .milliseconds(200)
    row.letGo(release, at: release)
    row.aim(row: 0, content: 0, over: .milliseconds(400), at: release)
    let offsets = (0...150).map { row.offset(at: release + .milliseconds(4 * $0)) }
    #expect(offsets.max() == offsets.first)
    #expect(offsets.last == 0)
  }

  @Test func aHandThatComesAgainTakesTheMotionOver() {
    var row = RowDisplacement()
    row.follow(60, at: Self.now)
    row.letGo(Self.now, at: Self.now)
    row.aim(row: 0, content: 0, over: .milliseconds(400), at: Self.now)
    let grasp = Self.now + .milliseconds(60)
    let before = row.offset(at: grasp)
    #expect(before > 5)
    row.follow(0.5, at: grasp)
    #expect(abs(row.offset(at: grasp) - before - 0.5) < 1e-9)
  }

  // MARK: Room

  /// Content at the edge: the layout moves it by the row's room, and the offset makes up for that.
  @Test func roomComesAndGoesUnseen() {
    var row = Self.open()
    let opened = Self.now + .seconds(1)
    #expect(row.offset(at: opened) == 54)
    let way = row.take(room: 54, distance: 0, movable: 0, over: .milliseconds(250), at: opened)
    // The distance that the layout moves the content is subtracted from the offset.
    #expect(way == -54)
    #expect(row.offset(at: opened) == 0)
    #expect(row.room == 54)
    #expect(row.shown(at: opened) == 54)
    row.aim(row: 0, content: 0, over: .milliseconds(250), at: opened)
    #expect(row.take(room: 0, distance: 0, movable: 54, over: .milliseconds(250), at: opened) == 54)
    #expect(row.room == 0)
    for step in 0...100 {
      let time = opened + .milliseconds(4 * step)
      #expect(abs(row.offset(at: time) - row.shown(at: time)) < 1e-9)
    }
    #expect(row.offset(at: opened + .seconds(1)) == 0)
  }

  /// Content that is scrolled away from the edge stays in its place as the row closes.
  @Test(arguments: [0.0, 20, 54, 700])
  func whatIsScrolledAwayStays(distance: Double) {
    var row = Self.open()
    let opened = Self.now + .seconds(1)
    _ = row.take(room: 54, distance: 0, movable: 0, over: .milliseconds(250), at: opened)
    row.aim(row: 0, content: 0, over: .milliseconds(250), at: opened)
    let way = row.take(
      room: 0,
      distance: distance,
      movable: 54,
      over: .milliseconds(250),
      at: opened
    )
    #expect(way == max(0, 54 - distance))
    #expect(row.offset(at: opened) == way)
    #expect(row.offset(at: opened + .seconds(1)) == 0)
  }

  /// A row below content that fits the viewport takes room without moving the content.
  @Test func contentThatFitsStaysAsARowBelowOpens() {
    var row = RowDisplacement()
    #expect(row.displacement(of: 44, isMoved: false) == 0)
    row.aim(row: 44, content: 0, over: .milliseconds(200), at: Self.now)
    let opened = Self.now + .seconds(1)
    #expect(row.take(room: 44, distance: 0, movable: 0, over: .milliseconds(250), at: opened) == 0)
    #expect(row.offset(at: opened) == 0)
    row.aim(row: 0, content: 0, over: .milliseconds(250), at: opened)
    #expect(row.take(room: 0, distance: 0, movable: 0, over: .milliseconds(250), at: opened) == 0)
    #expect(row.offset(at: opened) == 0)
  }

  @Test func aPullOnAnOpenRowAddsToIt() {
    var row = Self.open()
    let opened = Self.now + .seconds(1)
    _ = row.take(room: 54, distance: 0, movable: 0, over: .milliseconds(250), at: opened)
    row.follow(30, at: opened)
    #expect(row.shown(at: opened) == 84)
    #expect(row.offset(at: opened) == 30)
    #expect(row.displacement(of: 54, isMoved: true) == 54)
  }

  @Test func aLongerRowMovesTheContentByTheDifference() {
    var row = Self.open()
    let opened = Self.now + .seconds(1)
    _ = row.take(room: 54, distance: 0, movable: 0, over: .milliseconds(250), at: opened)
    row.aim(
      row: 90,
      content: row.displacement(of: 90, isMoved: true),
      over: .milliseconds(200),
      at: opened
    )
    #expect(abs(row.offset(at: opened)) < 1e-9)
    let longer = opened + .seconds(1)
    #expect(row.offset(at: longer) == 36)
    #expect(row.shown(at: longer) == 90)
    #expect(row.take(room: 90, distance: 0, movable: 54, over: .zero, at: longer) == -36)
    #expect(row.offset(at: longer) == 0)
  }

  /// A row that opens to 54 px, and is at rest a second after `now`.
  private static func open() -> RowDisplacement {
    var row = RowDisplacement()
    let length = row.displacement(of: 54, isMoved: true)
    row.aim(row: 54, content: length, over: .milliseconds(200), at: now)
    return row
  }
}
