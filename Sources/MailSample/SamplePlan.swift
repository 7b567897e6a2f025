import Mail

/// Plans the conversations: the people, the texts and the times of their messages.
struct SamplePlan {
  private var random: SplitMix64
  private let stories: SampleStories
  private let count: Int
  private let now: Int64
  private var written = 0
  private var plan: [[SampleDraft]] = []

  init(_ stories: SampleStories, count: Int, seed: UInt64, now: Int64) {
    random = SplitMix64(seed: seed)
    self.stories = stories
    self.count = count
    self.now = now
  }

  private static let day: Int64 = 86_400
  /// The length of time that the sample covers, in days.
  private static let span: Int64 = 730

  mutating func make() -> [[SampleDraft]] {
    writeInbox()
    if count >= 500 {
      writeTroubles()
      writeLongThreads()
    }
    while written < count { writePast() }
    return plan
  }

  private mutating func add(_ drafts: [SampleDraft]) {
    let fitting = Array(drafts.prefix(count - written))
    guard !fitting.isEmpty else { return }
    written += fitting.count
    plan.append(fitting)
  }

  /// Plans the newest conversations: a few an hour at the top, and a few a day further down.
  private mutating func writeInbox() {
    var age: Int64 = 7 * 60
    for (index, story) in stories.inbox.enumerated() {
      var drafts = conversation(story, length: story.texts.count, newest: now - age)
      let isUnread = index < 3 || (index < 16 && random.oneIn(2))
      if isUnread, let last = drafts.indices.last { drafts[last].flags = [] }
      if story.isFlagged { drafts[0].flags.insert(.flagged) }
      add(drafts)
      age += Int64(index < 10 ? random.number(900...7200) : random.number(7200...28_800))
    }
  }

  private mutating func writeLongThreads() {
    add(conversation(stories.longThread, length: 120, newest: now - 40 * Self.day))
    add(conversation(pastStory(), length: 36, newest: now - 90 * Self.day))
    add(conversation(pastStory(), length: 24, newest: now - 300 * Self.day))
  }

  private mutating func writePast() {
    let age = 12 * Self.day + Int64(random.number(0...Int((Self.span - 14) * Self.day)))
    var drafts = conversation(pastStory(), length: pastLength(), newest: now - age)
    spoil(&drafts)
    if random.oneIn(40) { drafts[0].flags.insert(.flagged) }
    if random.oneIn(50), let last = drafts.indices.last { drafts[last].flags.remove(.seen) }
    add(drafts)
  }

  /// The length of a past conversation: mostly short, sometimes long, three messages on average.
  private mutating func pastLength() -> Int {
    switch random.number(0...99) {
    case 0..<38: 1
    case 38..<70: random.number(2...3)
    case 70..<92: random.number(4...6)
    default: random.number(7...16)
    }
  }

  private mutating func pastStory() -> SampleStory {
    var story = random.pick(stories.past, or: stories.longThread)
    let filling = random.pick(story.fillings, or: "")
    story.subject = story.subject.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: filling)
    if !random.oneIn(3) { story.form = .plain }
    return story
  }

  /// Gives about every tenth message a fault.
  private mutating func spoil(_ drafts: inout [SampleDraft]) {
    for index in drafts.indices where random.oneIn(10) {
      let quirk = random.pick(SampleQuirk.allCases, or: .missingDate)
      // Skips answered messages: a message without an id can have no answers.
      if quirk == .missingID, index != drafts.indices.last { continue }
      drafts[index].quirk = quirk
    }
    if random.oneIn(60), let last = drafts.last { drafts.append(copy(of: last)) }
  }

  /// A second copy of the message, as a recipient gets it who is also on the mailing list.
  private func copy(of draft: SampleDraft) -> SampleDraft {
    var copy = draft
    copy.received += 3
    return copy
  }

  /// Messages that answer each other, ending at `newest`.
  private mutating func conversation(
    _ story: SampleStory,
    length: Int,
    newest: Int64
  ) -> [SampleDraft] {
    SampleThread.make(story, length: length, newest: newest, random: &random)
  }
}

extension SamplePlan {
  /// Plans conversations whose headers are false, circular, repeated, or name a missing message.
  private mutating func writeTroubles() {
    let troubles = [
      loop(), selfReference(), duplicates(), ghosts(), union(), manyReferences(),
      sameSubject(), sameSubject(),
    ]
    for drafts in troubles { add(drafts) }
  }

  /// Messages with one subject that do not refer to each other yet.
  private mutating func loose(_ subject: String, _ count: Int, days: Int64) -> [SampleDraft] {
    let people = stories.longThread.people
    return (0..<count).map { index in
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

/// A small random generator. Its numbers depend only on its seed, on every machine.
///
/// The constants are those of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// True with a probability of 1 in `count`.
  package mutating func oneIn(_ count: Int) -> Bool { next() % UInt64(count) == 0 }

  /// An element, always the same for the same state; `fallback` for an empty array.
  package mutating func pick<Element>(_ elements: [Element], or fallback: Element) -> Element {
    elements.isEmpty ? fallback : elements[Int(next() % UInt64(elements.count))]
  }

  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
