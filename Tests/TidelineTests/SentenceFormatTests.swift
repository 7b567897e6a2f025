import Testing

@testable import TidelineLocalization

/// Sentences with names and numbers in them, in a translation's own order.
struct SentenceFormatTests {
  private func filled(
    _ translation: String,
    of english: String = "%s has %d of %s",
    _ texts: String...
  ) -> String {
    SentenceFormat(translation).filled(texts, number: "7", of: SentenceFormat(english))
  }

  @Test func placesAreFilledInOrder() {
    #expect(filled("%s has %d of %s", "Ann", "Bo") == "Ann has 7 of Bo")
    #expect(filled("100 %% of %s", of: "100 %% of %s", "Ann") == "100 % of Ann")
  }

  @Test func aTranslationMayTurnThemRound() {
    #expect(filled("%3$s: %2$d (%1$s)", "Ann", "Bo") == "Bo: 7 (Ann)")
    #expect(filled("%2$s，%1$s", of: "%s, %s", "a", "b") == "b，a")
    #expect(filled("%1$s %1$s", of: "%s", "a") == "a a")
  }

  /// In some languages, the singular form has no number.
  @Test func aFormMayLeaveTheNumberOut() {
    #expect(filled("%s: one of %s", "Ann", "Bo") == "Ann: one of Bo")
  }

  /// Inserted text is not searched for placeholders.
  @Test func whatIsPutInStaysAsItIs() {
    #expect(filled("%s/%s", of: "%s/%s", "%s %1$s %d %%", "b") == "%s %1$s %d %%/b")
  }

  @Test(arguments: [
    "%", "%%%", "%$s", "%0$s", "%9$s", "%1$", "%1s", "%1$x", "%99999999999999999999$s", "%-1$s",
    "% s", "%\u{301}s", "%é", "%s%s%s%s%s%s", "%٣$s", "",
  ])
  func aMalformedOneDoesNoHarm(translation: String) {
    let filled = filled(translation, of: "%s", "a")
    #expect(filled.count <= translation.count)
  }
}
