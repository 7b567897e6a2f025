import Mail

/// A conversation in which messages answer each other.
enum SampleThread {
  /// The number of references that a mail program keeps: it drops those in the middle.
  private static let referenceLimit = 20

  /// Makes `length` messages. The last one was received at `newest`.
  static func make(
    _ story: SampleStory,
    length: Int,
    newest: Int64,
    random: inout SplitMix64
  ) -> [SampleDraft] {
    var times = [newest]
    for _ in 1..<max(1, length) {
      times.append((times.last ?? newest) - Int64(random.number(600...120_000)))
    }
    let charset = random.pick(story.language.charsets, or: .utf8)
    var drafts: [SampleDraft] = []
    for (index, time) in times.reversed().enumerated() {
      drafts.append(draft(story, index, time, charset, after: drafts, random: &random))
    }
    return drafts
  }

  private static func draft(
    _ story: SampleStory,
    _ index: Int,
    _ time: Int64,
    _ charset: Charset,
    after drafts: [SampleDraft],
    random: inout SplitMix64
  ) -> SampleDraft {
    let person = story.people[index % story.people.count]
    let text = story.texts[index % story.texts.count]
    var draft = SampleDraft(
      from: person,
      subject: story.subject,
      received: time,
      text: text,
      language: story.language,
      charset: charset
    )
    draft.messageID = id(of: person, random: &random)
    draft.form = index == 0 ? story.form : .plain
    // Chooses the parent: mostly the last message, sometimes an earlier one.
    let parent =
      random.oneIn(5) && drafts.count > 1
      ? drafts[random.number(0...drafts.count - 1)] : drafts.last
    guard let parent, let parentID = parent.messageID else { return draft }
    let all = parent.references + [parentID]
    draft.references =
      all.count <= referenceLimit ? all : all.prefix(1) + all.suffix(referenceLimit - 1)
    draft.subject = "\(story.language.replyMark): \(story.subject)"
    draft.quoted = (parent.from, parent.text)
    if random.oneIn(4) { draft.flags.insert(.replied) }
    return draft
  }

  static func id(of person: SamplePerson, random: inout SplitMix64) -> String {
    let domain = person.address.split(separator: "@").last ?? "ellery.example"
    return "\(String(random.next(), radix: 36)).\(String(random.next(), radix: 36))@\(domain)"
  }
}
