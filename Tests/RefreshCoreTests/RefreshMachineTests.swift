import RefreshCore
import Testing

@Suite struct RefreshMachineTests {
  @Test func aPullThatIsLetGoArmedRefreshes() {
    expectList(
      "[12]--------s--------",
      header: ".pARRRRRRRRRSSSSSSSS."
    )
  }

  @Test func aPullThatIsLetGoBeforeThatDoesNot() {
    expectList(
      "[1]--",
      header: ".p..."
    )
  }

  @Test func draggedBackItIsNotArmedAnyMore() {
    expectList(
      "[121]-",
      header: ".pAp.."
    )
  }

  @Test func draggedBackAndForthItIsArmedAgain() {
    expectList(
      "[1212]",
      header: ".pApAR"
    )
  }

  @Test func aFastScrollToTheTopNeverRefreshes() {
    expectList(
      "(99-9)----",
      header: ".????....."
    )
  }

  @Test func aCommandRefreshesAtOnce() {
    expectList(
      "--r-",
      header: "..RR"
    )
  }

  @Test func aResultThatComesEarlyIsHeldUntilTheRowWasSeen() {
    expectList(
      "rs---------------",
      header: "RRRRRRSSSSSSSS..."
    )
  }

  @Test func aCommandDoesNotWaitForARowThatIsOnlyKeptOpen() {
    expectList(
      "rs-r-----s-",
      header: "RRRRRRRRRSS"
    )
  }

  @Test func aResultIsShownForAMoment() {
    expectList(
      "r---------f----------",
      header: "RRRRRRRRRRFFFFFFFF..."
    )
  }

  @Test func onlyTheFirstResultCounts() {
    expectList(
      "r-f-s---",
      header: "RRRRRRFF"
    )
  }

  @Test func aLateResultOfACancelledRefreshIsDropped() {
    expectList(
      "r---X--r-S-------s-",
      header: "RRRRCCCRRRRRRRRRRSS"
    )
  }

  @Test func theUserCancels() {
    expectList(
      "r-X---------",
      header: "RRCCCCCCCC.."
    )
  }

  @Test func cancellingWhatHasEndedShowsHowItEnded() {
    expectList(
      "rs-X--------",
      header: "RRRSSSSSSSS."
    )
  }

  @Test func aCommandDoesNotWaitForTheResultToClose() {
    expectList(
      "r------s--r-",
      header: "RRRRRRRSSSRR"
    )
  }

  @Test func aPullThatBeginsInTheCooldownOnlyPeeks() {
    expectList(
      "r------s---------[2]-[2]",
      header: "RRRRRRRSSSSSSSS...?...AR"
    )
  }

  @Test func aCommandInTheCooldownRefreshes() {
    expectList(
      "r------s--------r",
      header: "RRRRRRRSSSSSSSS.R"
    )
  }

  @Test func oneFingerHeldThroughARefreshDoesNotStartTheNext() {
    expectList(
      "[2-r------s----------------1-2]-",
      header: ".AARRRRRRRSSSSSSSS????????????.."
    )
  }

  @Test func aPullThatBeganWhileItRanOnlyPeeks() {
    expectList(
      "r--[2----s----------------1-2]-[2]",
      header: "RRRRRRRRRSSSSSSSS????????????...AR"
    )
  }

  @Test func afterThirtySecondsItSaysSoAndGoesOn() {
    expectList(
      "r" + String(repeating: "-", count: 300) + "-s-",
      header: String(repeating: "R", count: 300) + "!!SS"
    )
  }

  @Test func disabledItIgnoresPullsAndCommands() {
    expectList(
      "d[2]r-D[2]",
      header: "______..AR"
    )
  }

  @Test func aPullThatBeganWhileDisabledOnlyPeeks() {
    expectList(
      "d[2D-1-2]",
      header: "___?????."
    )
  }

  @Test func disabledWhileRunningTheRefreshGoesOnUnseen() {
    expectList(
      "r-d---D--s-",
      header: "RR____RRRSS"
    )
    expectList(
      "r-d-------s-D-",
      header: "RR__________.."
    )
  }

  @Test func disabledDuringAPullNothingFires() {
    expectList(
      "[2d-]D-",
      header: ".A___.."
    )
  }
}
