import RefreshCore
import Testing

@Suite struct LoadMoreMachineTests {
  @Test func aPullPastTheBottomLoadsMore() {
    expectList(
      "{ab}--------+---",
      footer: ".pARRRRRRRRR...."
    )
  }

  @Test func aCommandLoadsMore() {
    expectList(
      "-l-------+--",
      footer: ".RRRRRRRR..."
    )
  }

  @Test func aResultThatComesEarlyIsHeldUntilTheRowWasSeen() {
    expectList(
      "l+--------",
      footer: "RRRRRR...."
    )
  }

  @Test func aCommandDoesNotWaitForARowThatIsOnlyKeptOpen() {
    expectList(
      "l+-l-----+---",
      footer: "RRRRRRRRR...."
    )
    expectList(
      "l$-l-----",
      footer: "RRREEEEEE"
    )
  }

  @Test func aLoadWaitsOnIfTheNextRefreshReplacesARowThatIsOnlyKeptOpen() {
    expectList(
      "rlsr------s-",
      header: "RRRRRRRRRRSS",
      footer: ".WWWWWWWWWRR"
    )
  }

  @Test func aPullInTheCooldownOnlyPeeks() {
    expectList(
      "l------+-{b}-----{b}",
      footer: "RRRRRRR...?.......AR"
    )
  }

  @Test func theEndIsTheEnd() {
    expectList(
      "l------$-l-l-------{b}-",
      footer: "RRRRRRREEEEEEEEEEEEEEEE"
    )
  }

  @Test func onlyASuccessfulRefreshFindsMore() {
    expectList(
      "l------$--r-----f------r-----s-----",
      footer: "RRRRRRREEEEEEEEEEEEEEEEEEEEEE......"
    )
  }

  @Test func aFailureWaitsForACommand() {
    expectList(
      "l------e---l---",
      footer: "RRRRRRRFFFFRRRR"
    )
  }

  @Test func aFailureIsLeftByANewPull() {
    expectList(
      "l------e------{ab}--",
      footer: "RRRRRRRFFFFFFFFpARRR"
    )
  }

  @Test func aPullThatDoesNotFireLeavesAFailureAsItWas() {
    expectList(
      "l------e------{a}--",
      footer: "RRRRRRRFFFFFFFFpFFF"
    )
  }

  @Test func aFailureIsLeftByASuccessfulRefresh() {
    expectList(
      "l------e--r------s--",
      footer: "RRRRRRRFFFFFFFFFF..."
    )
    expectList(
      "l------e--r------f--",
      footer: "RRRRRRRFFFFFFFFFFFFF"
    )
  }

  @Test func nothingTwiceAndStillMoreIsAFailure() {
    expectList(
      "l------0--l------0---",
      footer: "RRRRRRR...RRRRRRRFFFF"
    )
  }

  @Test func somethingInBetweenStartsTheCountAnew() {
    expectList(
      "l------0--l------+--l------0---",
      footer: "RRRRRRR...RRRRRRR...RRRRRRR...."
    )
  }

  @Test func aSuccessfulRefreshStartsTheCountAnew() {
    expectList(
      "l------0--r------s--l------0---",
      footer: "RRRRRRR.............RRRRRRR...."
    )
  }

  @Test func afterTwiceNothingEachRetryThatBringsNothingFailsAgain() {
    expectList(
      "l------0--l------0--l------0--l------+--",
      footer: "RRRRRRR...RRRRRRRFFFRRRRRRRFFFRRRRRRR..."
    )
  }

  @Test func anUnknownNumberIsNeverNothing() {
    expectList(
      "l------~--l------~---",
      footer: "RRRRRRR...RRRRRRR...."
    )
  }

  @Test func theUserCancels() {
    expectList(
      "l--Y-+---",
      footer: "RRR......"
    )
  }

  @Test func theHandlerMayGiveUpItself() {
    expectList(
      "l------k--",
      footer: "RRRRRRR..."
    )
  }

  @Test func anEndThatTheCallerKnowsOfOutlivesACancelledLoad() {
    expectList(
      "l-z-Y--l--Z-",
      footer: "RRRREEEEEE.."
    )
    expectList(
      "l-z----k--",
      footer: "RRRRRRREEE"
    )
  }

  @Test func disabledItIgnoresEverything() {
    expectList(
      "h-l-{b}-l-H{b}",
      footer: "__________..AR"
    )
  }

  @Test func disabledWhileRunningTheLoadGoesOnUnseen() {
    expectList(
      "l-h---H--+-",
      footer: "RR____RRR.."
    )
    expectList(
      "l-h------$--H-",
      footer: "RR__________EE"
    )
  }
}

@Suite struct BothEdgesTests {
  @Test func aRefreshCancelsALoadAndItsLateResultIsDropped() {
    expectList(
      "l---r---$------s---",
      header: "....RRRRRRRRRRRSSSS",
      footer: "RRRR..............."
    )
  }

  @Test func aLateResultDoesNotEndTheNextLoad() {
    expectList(
      "l---r------s-l--P----+-",
      footer: "RRRR.........RRRRRRRR.."
    )
  }

  @Test func aLoadAskedForDuringARefreshWaits() {
    expectList(
      "r---l---s---------+-",
      header: "RRRRRRRRSSSSSSSS....",
      footer: "....WWWWRRRRRRRRRR.."
    )
  }

  @Test func aPullPastTheBottomWaitsToo() {
    expectList(
      "r-{ab}----s---",
      footer: "...pAWWWWWRRRR"
    )
  }

  @Test func itWaitsForARefreshThatFailsOrIsCancelledAsWell() {
    expectList(
      "r---l---f---",
      footer: "....WWWWRRRR"
    )
    expectList(
      "r---l---X---",
      footer: "....WWWWRRRR"
    )
  }

  @Test func whatWaitsCanBeGivenUp() {
    expectList(
      "r---l-Y-s---",
      footer: "....WW......"
    )
  }

  @Test func whatWaitsIsDroppedOnceTheCallerKnowsThatThereIsNoMore() {
    expectList(
      "r---l-z-s------Z-",
      footer: "....WWEEEEEEEEE.."
    )
    expectList(
      "r---l-z-f-----",
      footer: "....WWEEEEEEEE"
    )
  }

  @Test func whatWaitsIsForgottenWhenTheFooterIsDisabled() {
    expectList(
      "r---l-h-H-s---",
      footer: "....WW__......"
    )
  }

  @Test func aFailedRefreshDoesNotBlockLoadingMore() {
    expectList(
      "r------f-{b}--",
      header: "RRRRRRRFFFFFFF",
      footer: "..........ARRR"
    )
  }

  @Test func aResultThatIsHeldIsNotLostToARefresh() {
    expectList(
      "l$--r------f--",
      footer: "RRRREEEEEEEEEE"
    )
  }

  @Test func aRefreshUnderAWithdrawnHeaderStillHoldsLoadsBack() {
    expectList(
      "r-d-l----s---",
      header: "RR___________",
      footer: "....WWWWWRRRR"
    )
  }

  @Test func aPullAtTheTopRefreshesWhileMoreIsLoaded() {
    expectList(
      "l-[12]---",
      header: "...pARRRR",
      footer: "RRRRR...."
    )
  }
}
