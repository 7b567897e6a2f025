import Testing

@testable import RefreshScrolling

/// Rows that arrive at an edge are shown only to a user who waits there.
struct AwaitedRowsTests {
  @Test(arguments: [(0.0, 99.0, true), (0, 101, false), (40, 40, true), (300, 300, false)])
  func whoHasPulledWaitsNearTheTop(from value: Double, to place: Double, stays: Bool) {
    var list = ScrolledContent(.viewport, at: value)
    list.happens(.pulled(past: .start))
    var measurement = list.measurement
    measurement.value = place
    #expect(list.keeper.stays(measurement, at: .start, waitingWithin: 100) == stays)
    list.keeper.userMoved()
    #expect(!list.keeper.stays(measurement, at: .start, waitingWithin: 100))
  }

  @Test func whoReadsAtAnEdgeIsNotShownNewRowsUnlessByAPull() {
    var list = ScrolledContent(.viewport, at: 0)
    func stays(isRead: Bool) -> Bool {
      list.keeper.stays(list.measurement, at: .start, waitingWithin: 100, isRead: isRead)
    }
    #expect(stays(isRead: false))
    #expect(!stays(isRead: true))
    list.happens(.pulled(past: .start))
    #expect(stays(isRead: true))
    list.keeper.userMoved()
    #expect(!stays(isRead: true))
  }

  @Test func rowsThatArriveAtTheTopAreToBeShown() {
    for (growth, move, isAwaiting, expected) in [
      (216.0, 216.0, true, true),  // as GTK 4.18 has it
      (216, 0, true, false),  // as GTK 4.8 has it: the rows are in sight
      (216, 216, false, false),  // nobody waits
      (216, 500, true, false),  // another place was restored
      (0, 216, true, false),  // the user has left
      (-216, 40, true, false),
    ] {
      var check = ArrivalCheck()
      var measurement = ScrollMeasurement(value: 0, lower: 0, upper: 6000, page: 400)
      var seen = [check.findsRows(measurement, at: .start, isAwaiting: isAwaiting)]
      measurement.upper += growth
      measurement.value += move
      seen.append(check.findsRows(measurement, at: .start, isAwaiting: isAwaiting))
      seen.append(check.findsRows(measurement, at: .start, isAwaiting: isAwaiting))
      #expect(seen == [false, expected, false], "grown by \(growth), moved by \(move)")
    }
  }

  @Test func newRowsAtTheEndAreShownToThoseWhoWaitThere() {
    for (growth, move, isAwaiting, expected) in [
      (216.0, 0.0, true, true),
      (5216, 5000, true, true),  // a list view guesses anew how long its other rows are
      (216, 0, false, false),  // nobody waits
      (216, -90, true, false),  // the user has left
      (0, -90, true, false),
    ] {
      var check = ArrivalCheck()
      var measurement = ScrollMeasurement(value: 5600, lower: 0, upper: 6000, page: 400)
      var seen = [check.findsRows(measurement, at: .end, isAwaiting: isAwaiting)]
      measurement.upper += growth
      measurement.value += move
      seen.append(check.findsRows(measurement, at: .end, isAwaiting: isAwaiting))
      #expect(seen == [false, expected], "grown by \(growth), moved by \(move)")
    }
  }
}
