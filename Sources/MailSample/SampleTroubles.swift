/// Conversations whose headers are false, circular, repeated, or name a missing message.
struct SampleTroubles {
  private let people: [SamplePerson]
  private(set) var random: SplitMix64
  private let now: Int64

  init(people: [SamplePerson], random: SplitMix64, now: Int64) {
    self.people = people
    self.random = random
    self.now = now
  }

  mutating func make() -> [[SampleDraft]] {
    [
      loop(), selfReference(), duplicates(), ghosts(), union(), manyReferences(),
      sameSubject(), sameSubject(),
    ]
  }

  /// Messages with one subject that do not refer to each other yet.
  private mutating func loose(_ subject: String, _ count: Int, days: Int64) -> [SampleDraft] {
    (0..<count).map { index in
      var draft = SampleDraft(
        from: people[index % people.count],
        subject: subject,
        received: now - days * 86_400 + Int64(index) * 5000,
        text: "About \(subject.lowercased()).",
        language: SampleLanguage(charsets: [.utf8], spelling: .quoted),
        charset: .utf8
      )
      draft.messageID = SampleThread.id(of: draft.from, random: &random)
      return draft
    }
  }

  private func id(_ draft: SampleDraft) -> String { draft.messageID ?? "" }

  /// Two messages that each claim to answer the other.
  private mutating func loop() -> [SampleDraft] {
    var drafts = loose("Chicken or egg", 2, days: 61)
    drafts[0].references = [id(drafts[1])]
    drafts[1].references = [id(drafts[0])]
    return drafts
  }

  /// A message that answers itself.
  private mutating func selfReference() -> [SampleDraft] {
    var drafts = loose("Note to self", 1, days: 62)
    drafts[0].references = [id(drafts[0])]
    return drafts
  }

  /// Three messages with one id.
  private mutating func duplicates() -> [SampleDraft] {
    var drafts = loose("Sent three times", 3, days: 63)
    for index in 1...2 { drafts[index].messageID = drafts[0].messageID }
    return drafts
  }

  /// Four messages that only share an ancestor, which is not in the mailbox.
  private mutating func ghosts() -> [SampleDraft] {
    var drafts = loose("Re: the letter nobody has", 4, days: 64)
    let ghost = SampleThread.id(of: .owner, random: &random)
    for index in drafts.indices { drafts[index].references = [ghost] }
    return drafts
  }

  /// Two conversations that a last message joins.
  private mutating func union() -> [SampleDraft] {
    var drafts = loose("Paint and rope", 5, days: 65)
    drafts[1].references = [id(drafts[0])]
    drafts[3].references = [id(drafts[2])]
    drafts[4].references = [id(drafts[1]), id(drafts[3])]
    return drafts
  }

  /// A message that names an ancestor in the mailbox, and then 1,500 missing ones.
  private mutating func manyReferences() -> [SampleDraft] {
    var drafts = loose("A very old quarrel", 2, days: 66)
    let ghosts = (0..<1500).map { _ in SampleThread.id(of: .owner, random: &random) }
    drafts[1].references = [id(drafts[0])] + ghosts
    return drafts
  }

  /// A message that shares only its subject with another message, made by a second call.
  private mutating func sameSubject() -> [SampleDraft] {
    loose("Invoice", 1, days: 67)
  }
}
