import FoundationEssentials
import Mail
import MailTesting

/// Messages without replies, with word frequencies like those of a language: the second word is
/// half as common as the first, the third a third as common, and so on.
struct WordyMail: OneFolderAccount {
  let count: Int
  var identifier: String { "wordy-2:\(count)" }
  let title = "Wordy"

  static let everyFortieth = "fortieth"
  static let everyHundredth = "hundredth"
  static let everyThousandth = "thousandth"
  /// A word in every message of the older half.
  static let old = "yesteryear"
  /// The prefix of a thousand words; each message of the older half has one of them.
  static let oldBeginning = "relic"
  /// A word in one of 20,000 messages.
  static let rare = "narwhal"
  static let even = "evenly"
  static let odd = "oddly"

  /// The words, made of syllables, the most common first.
  static let words: [String] = {
    var random = Stirred(state: 7)
    var words: [String] = []
    var known: Set<String> = []
    while words.count < 40_000 {
      let syllables = words.count < 200 ? 2 : 3
      let word = (0..<syllables).map { _ in
        String("tnsrhldcmf".randomElement(using: &random) ?? "t")
          + String("eaoiu".randomElement(using: &random) ?? "e")
      }.joined()
      if known.insert(word).inserted { words.append(word) }
    }
    return words
  }()

  /// The cumulative frequency of the words up to each.
  private static let sums: [Double] = {
    var sum = 0.0
    return words.indices.map { index in
      sum += 1 / Double(index + 3)
      return sum
    }
  }()

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    var random = Stirred(state: 1)
    for start in stride(from: 0, to: count, by: 4000) {
      var batch = MailBatch()
      batch.new = (start..<min(start + 4000, count)).map { message($0, &random) }
      try await report(batch)
    }
    return SyncCheckpoint(bytes: Data([1]))
  }

  private func message(_ number: Int, _ random: inout Stirred) -> IncomingMessage {
    // The newest message comes first, as from a folder.
    let age = number
    var words = (0..<26).map { _ in Self.word(&random) }
    if number % 40 == 7 { words.append(Self.everyFortieth) }
    if number % 100 == 7 { words.append(Self.everyHundredth) }
    if number % 1000 == 7 { words.append(Self.everyThousandth) }
    if number % 20_000 == 19_999 { words.append(Self.rare) }
    if age > count / 2 { words += [Self.old, "\(Self.oldBeginning)\(number % 1000)"] }
    words.append(number % 2 == 0 ? Self.even : Self.odd)
    let head = MessageHead(
      messageID: "\(number)@wordy.example",
      references: [],
      date: 1_700_000_000 - Int64(age) * 300,
      senders: [Self.word(&random), Self.word(&random)].map(\.capitalized),
      subject: words.prefix(5).joined(separator: " "),
      snippet: words.dropFirst(5).joined(separator: " "),
      hasAttachments: number % 10 == 0
    )
    return IncomingMessage(
      key: MessageKey(bytes: Array("\(number)".utf8)),
      flags: number % 50 == 0 ? [] : .seen,
      head: head
    )
  }

  private static func word(_ random: inout Stirred) -> String {
    let wanted = Double.random(in: 0..<(sums.last ?? 1), using: &random)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] <= wanted { low = middle + 1 } else { high = middle }
    }
    return words[low]
  }
}

/// A generator with the same numbers in every run (a linear congruence, Knuth's MMIX).
struct Stirred: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
