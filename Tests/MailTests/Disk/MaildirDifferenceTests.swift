import Testing

@testable import Mail

struct MaildirDifferenceTests {
  private func names(_ list: (name: String, isNew: Bool)...) -> MaildirNames {
    MaildirNames { add in
      for (name, isNew) in list {
        name.withCString { if let name = MaildirName($0) { add(name, isNew) } }
      }
    }
  }

  private func key(_ text: String) -> MessageKey { MessageKey(bytes: Array(text.utf8)) }

  @Test func namesComeOldestFirst() {
    let names = names(("20.b:2,S", false), ("10.a", true), ("20.a:2,FR", false), (":2,S", false))
    let entries = (0..<names.count).map { names[$0] }
    #expect(entries.map(\.key) == [key("10.a"), key("20.a"), key("20.b"), key(":2,S")])
    #expect(entries.map(\.flags) == [[], [.flagged, .replied], .seen, .seen])
    #expect(entries.map(\.isNew) == [true, false, false, false])
    #expect(entries[2].name == Array("20.b:2,S".utf8CString))
  }

  /// new/ is listed before cur/, and a program may move the message in between.
  @Test func aMessageThatIsListedTwiceHasItsLastName() {
    let names = names(("2", true), ("1", true), ("3", true), ("2:2,S", false))
    #expect((0..<names.count).map { names[$0].key } == ["1", "2", "3"].map(key))
    #expect(names[1].flags == .seen)
    #expect(!names[1].isNew)
  }

  @Test func whatIsNotKnownIsNewAndNewestFirst() {
    let names = names(("2:2,S", false), ("4", true), ("1", true), ("3:2,S", false))
    let known = KnownFlags([key("1"): .seen, key("3"): .seen, key("0"): [], key("5"): []])
    let difference = MaildirDifference(names, known: known)
    #expect(difference.new.map { names[Int($0)].key } == [key("4"), key("2")])
    #expect(difference.flagged == [key("1"): []])
    #expect(difference.gone == [key("0"), key("5")])
  }

  @Test func ofAnEmptyStoreAllIsNewAndOfAnEmptyMaildirAllIsGone() {
    let one = names(("1", true))
    #expect(MaildirDifference(one, known: KnownFlags()).new == [0])
    #expect(MaildirDifference(names(), known: KnownFlags([key("1"): []])).gone == [key("1")])
  }
}
