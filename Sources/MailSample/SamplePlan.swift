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

  /// The messages of each conversation.
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

  /// Plans conversations with damaged structures, for tests of threading.
  private mutating func writeTroubles() {
    var troubles = SampleTroubles(people: stories.longThread.people, random: random, now: now)
    for drafts in troubles.make() { add(drafts) }
    random = troubles.random
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

  /// A number in the range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
