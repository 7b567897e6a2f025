import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// The list when mail on a server arrives, changes or is removed.
@Suite struct IMAPChangeTests {
  @Test(arguments: IMAPCase.kinds)
  func whatHasChangedIsFound(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 250)
    var mailbox = try await this.open().refreshed(for: .inbox)
    for isAnew in [false, true] {
      this.server.change { mail in
        mail.folders[0].setFlags(["\\Seen", "\\Flagged"], at: 240)
        mail.folders[0].setFlags(["\\Flagged"], at: 245)
        for position in [246, 230, 200, 3] { mail.folders[0].expunge(at: position) }
      }
      for number in 0..<4 { this.deliver(1000 + number + (isAnew ? 10 : 0)) }
      if isAnew { mailbox = try await this.open() }
      try await this.expectAll(mailbox)
    }
  }

  /// With CONDSTORE alone, a removal need not raise HIGHESTMODSEQ.
  @Test func removedMailGoesFromAFolderThatIsNotShown() async throws {
    let this = try IMAPCase(IMAPCase.kinds[1], count: 3)
    this.addFolder("Work", 10..<15)
    let mailbox = try await this.open().refreshed()
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == 8)
    _ = try await mailbox.refresh()
    this.server.change { mail in _ = mail.folders[1].expunge(at: 2, isCounted: false) }
    let examined = this.server.commands.count { $0.hasPrefix("EXAMINE Work") }
    _ = try await mailbox.refresh(for: .inbox)
    #expect(try await mailbox.everything(in: .all, pageSize: 20).count == 7)
    // An unchanged folder is not opened.
    _ = try await mailbox.refresh(for: .inbox)
    #expect(this.server.commands.count { $0.hasPrefix("EXAMINE Work") } <= examined + 1)
  }

  /// Moved mail has a low UID and a late arrival, or the other way round.
  @Test(arguments: IMAPCase.kinds)
  func aLateArrivalBelowTheFloorStays(_ traits: ServerTraits) async throws {
    var days = (0..<300).reversed().map { Double($0 + 1) / 24 }
    days[10] = 0.5 / 24
    days[280] = 100
    let this = try IMAPCase(traits, days: days)
    let mailbox = try await this.open()
    for _ in 0..<3 {
      _ = try await mailbox.refresh(for: .inbox)
      let page = try await mailbox.page(in: Listing(folder: .inbox), limit: 10)
      #expect(page.conversations.first?.subject == "Number 10")
    }
    // The message changes and is removed like any other.
    this.server.change { $0.folders[0].setFlags(["\\Flagged"], at: 10) }
    _ = try await mailbox.refresh(for: .inbox)
    let flagged = try await mailbox.page(in: Listing(folder: .inbox), limit: 1)
    #expect(flagged.conversations.first?.flagged == true)
    _ = this.server.change { $0.folders[0].expunge(at: 10).uid }
    _ = try await mailbox.refresh(for: .inbox)
    let left = try await mailbox.page(in: Listing(folder: .inbox), limit: 1)
    #expect(left.conversations.first?.subject == "Number 299")
    try await this.expectAll(mailbox)
  }

  @Test(arguments: IMAPCase.kinds)
  func aFolderThatIsNumberedFromTheNewestIsReadByDays(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: (0..<700).map { Double($0 + 1) / 4 })
    let mailbox = try await this.open().refreshed(for: .inbox)
    let page = try await mailbox.page(in: Listing(folder: .inbox), limit: 40)
    #expect(page.conversations.map(\.subject) == (0..<40).map { "Number \($0)" })
    try await this.expectAll(mailbox)
  }

  /// A folder that a program has imported, in any order.
  @Test(arguments: [ServerTraits.rich, .poor], [false, true])
  func ofAFolderThatArrivedOnOneDayAWindowIsRead(_ traits: ServerTraits, _ isReversed: Bool)
    async throws
  {
    let this = try IMAPCase(traits, days: [])
    let ages = Array(0..<1_300).map { Double($0 + 1) / 4 }
    this.server.change { mail in
      mail.folders[0].fill(
        (isReversed ? ages.reversed() : ages).enumerated().map { number, age in
          IMAPCase.message(number, days: 0.3, written: age)
        }
      ) { _ in 0 }
    }
    let mailbox = try await this.open()
    let listing = Listing(folder: .inbox)
    #expect(try await mailbox.refresh(for: .inbox).messages < 600)
    let page = try await mailbox.page(in: listing, limit: 50)
    let newest = (0..<50).map { "Number \(isReversed ? 1_299 - $0 : $0)" }
    #expect(page.conversations.map(\.subject) == newest)
    #expect(try await mailbox.refresh(for: .inbox).messages < 600)
    #expect(try await mailbox.everything(in: listing, pageSize: 1_000).count == 1_300)
    #expect(this.server.violations == [])
  }

  /// Such as the reports of programs: neither day tells them apart.
  @Test(arguments: [ServerTraits.rich, .poor])
  func ofAFolderOfOneDayAPartIsReadAtATime(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: (0..<1_300).reversed().map { Double($0 + 1) / 10_000 })
    let mailbox = try await this.open()
    #expect(try await mailbox.refresh(for: .inbox).messages < 600)
    let listing = Listing(folder: .inbox)
    let page = try await mailbox.page(in: listing, limit: 50)
    #expect(page.conversations.map(\.subject) == (0..<50).map { "Number \(1_299 - $0)" })
    #expect(try await mailbox.everything(in: listing, pageSize: 1_000).count == 1_300)
    #expect(this.server.violations == [])
  }

  /// Such mail comes from a server whose clock is wrong.
  @Test(arguments: IMAPCase.kinds)
  func mailFromTheFutureIsListed(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: [-40] + (0..<400).map { Double($0 + 1) / 4 })
    try await this.expectAll(try await this.open())
  }

  @Test(arguments: IMAPCase.kinds)
  func aFolderThatWasMadeAnewIsReadAnew(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 250)
    let mailbox = try await this.open()
    try await this.expectAll(mailbox)
    this.server.change { mail in
      var random = SplitMix64(seed: 1)
      mail.folders[0].renumber(8, shuffledBy: &random)
      for _ in 0..<20 { mail.folders[0].expunge(at: 0) }
    }
    try await this.expectAll(mailbox)
    try await this.expectAll(mailbox)
  }

  @Test(arguments: IMAPCase.kinds)
  func anOlderPageOfAFolderThatWasMadeAnewIsRead(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 400)
    let mailbox = try await this.open().refreshed(for: .inbox)
    let listing = Listing(folder: .inbox)
    let first = try await mailbox.page(in: listing, limit: 50)
    this.server.change { mail in
      var random = SplitMix64(seed: 1)
      mail.folders[0].renumber(8, shuffledBy: &random)
    }
    // A server ends the connections on which it has reported the old UIDs.
    this.server.cut()
    let second = try await mailbox.page(in: listing, after: first.next, limit: 200)
    #expect(second.failure == nil)
    #expect(second.conversations.map(\.subject) == (150..<350).reversed().map { "Number \($0)" })
    try await this.expectAll(mailbox)
  }

  @Test(arguments: IMAPCase.kinds)
  func aFolderWithoutLastingNumbersIsRead(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: (0..<150).reversed().map(Double.init), uidValidity: 0)
    let mailbox = try await this.open()
    try await this.expectAll(mailbox)
    this.deliver(1000)
    try await this.expectAll(mailbox)
  }

  @Test(arguments: IMAPCase.kinds, [false, true])
  func manyNewMessagesAllCome(_ traits: ServerTraits, omitsUIDNext: Bool) async throws {
    var traits = traits
    traits.omitsUIDNext = omitsUIDNext
    let this = try IMAPCase(traits, count: 150)
    let mailbox = try await this.open().refreshed(for: .inbox)
    for number in 0..<1300 { this.deliver(1000 + number, days: 0.001) }
    #expect(try await mailbox.refresh(for: .inbox).newMessages == 1300)
    try await this.expectAll(mailbox)
  }

  /// A server may leave out any number of UIDs.
  @Test(arguments: IMAPCase.kinds)
  func aLargeGapInTheNumbersIsNotReadThrough(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 150)
    let mailbox = try await this.open().refreshed(for: .inbox)
    let before = this.server.flights.reduce(0, +)
    this.server.change { mail in
      mail.folders[0].fill([IMAPCase.message(1000, days: 0.01)]) { _ in 4_000_000_000 }
    }
    try await this.expectAll(mailbox)
    #expect(this.server.flights.reduce(0, +) < before + 20)
  }

  @Test(arguments: IMAPCase.kinds, [true, false])
  func flagsAreFoundWithoutACountOfChangesOrAfterItWentBack(
    _ traits: ServerTraits,
    hasCount: Bool
  ) async throws {
    var traits = traits
    traits.hasNoModSeq = !hasCount
    let this = try IMAPCase(traits, count: 120)
    let mailbox = try await this.open()
    try await this.expectAll(mailbox)
    this.server.change { mail in
      mail.folders[0].setFlags(["\\Flagged"], at: 60)
      mail.folders[0].expunge(at: 30)
      if hasCount { mail.folders[0].resetChanges() }
    }
    try await this.expectAll(mailbox)
  }

  @Test(arguments: IMAPCase.kinds)
  func messagesThatCannotBeReadAreLeftOut(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 120)
    this.server.change { mail in
      for position in [40, 41, 100] { mail.folders[0].messages[position].isBroken = true }
      for position in [50, 110] { mail.folders[0].messages[position].isWithheld = true }
    }
    let mailbox = try await this.open()
    try await this.expectAll(mailbox)
    let before = this.server.flights.reduce(0, +)
    try await this.expectAll(mailbox)
    #expect(this.server.flights.reduce(0, +) <= before + 15)
  }

  /// Some servers keep the headers of messages that they can no longer read.
  @Test(arguments: IMAPCase.kinds)
  func aMessageWhoseTextCannotBeReadIsListed(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 1)
    this.server.refuse { $0.contains("BODY.PEEK[TEXT]") ? "NO [SERVERBUG] it is gone" : nil }
    try await this.expectAll(try await this.open())
  }

  /// More of the lowest known messages were removed than are requested at once.
  @Test(arguments: IMAPCase.kinds)
  func anOlderPageIsFoundWhereTheLowestMessagesAreGone(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 300)
    let mailbox = try await this.open().refreshed(for: .inbox)
    this.server.change { mail in for _ in 0..<60 { mail.folders[0].expunge(at: 200) } }
    let page = try await this.open().page(in: Listing(folder: .inbox), limit: 250)
    #expect(page.failure == nil)
    try await this.expectAll(mailbox)
  }
}
