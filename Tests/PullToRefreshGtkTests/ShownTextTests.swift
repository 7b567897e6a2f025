import Testing

@testable import PullToRefreshGtk

struct ShownTextTests {
  @Test(
    "What people write stays as it is",
    arguments: [
      "", "Plain.\nTwo lines.", "a\tb\tc", "\t\t\t\tcode", "Grüße — 你好, مرحبا", "👩🏻‍❤️‍💋‍👨🏼👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
      "क्षत्रिय", "e\u{301}\u{302}\u{303}", "\u{200F}שלום\u{200E} (a)", "\u{2068}Ann\u{2069} wrote",
    ]
  )
  func stays(_ text: String) { #expect(ShownText.lines(text) == text) }

  @Test func furtherTabsBecomeSpaces() {
    let eight = String(repeating: " ", count: 8)
    #expect(ShownText.lines("\t\t\t\t\t\tx") == "\t\t\t\t" + eight + eight + "x")
    #expect(
      ShownText.lines("\t\t \u{200D}\u{A0}\t\t\ty") == "\t\t \u{200D}\u{A0}\t\t" + eight + "y"
    )
    #expect(ShownText.lines("\t\t\t\tx\t\t\t\ty\n\t\t\t\tz") == "\t\t\t\tx\t\t\t\ty\n\t\t\t\tz")
  }

  @Test func aLongClusterIsDivided() {
    let part = String(repeating: "\u{1100}", count: ShownText.longestCluster)
    #expect(ShownText.lines(part) == part)
    #expect(ShownText.lines(part + part + "\u{1100}") == "\(part)\u{200B}\(part)\u{200B}\u{1100}")
    // Removed characters must not let their neighbors join into a longer cluster.
    let apart = String(repeating: "\u{1100}\u{202E}\u{1}", count: 13)
    #expect(ShownText.lines(apart) == part + "\u{200B}\u{1100}")
  }

  @Test func whatMisleadsIsLeftOut() {
    #expect(ShownText.lines("a\u{0}b\u{1B}[31mc\u{7F}\u{9B}d\u{202E}e\u{202D}") == "ab[31mcde")
    #expect(ShownText.lines("a\r\nb\rc\u{2028}d\u{2029}e") == "a\nb\nc\nd\ne")
    let controls = "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{2066}\u{2067}\u{2068}\u{2069}"
    #expect(ShownText.line("x\(controls)y\u{202E}") == "xy")
  }

  @Test func aLineIsOneLine() {
    #expect(ShownText.line("a\r\nb\tc\u{2028}d  e\n") == "a b c d e ")
    #expect(ShownText.line("Grüße", limit: 5) == "Grüße")
    #expect(ShownText.line("Grüße", limit: 4) == "Grüß…")
    #expect(ShownText.line("abcdef", limit: 5) == "abcde…")
  }

  @Test func aLineOfAnyLengthIsCut() {
    for unit in ["a", "é", "\u{1100}", "👩🏻‍❤️‍💋‍👨🏼", "\u{202E}", "\n", "e\u{301}"] {
      let line = ShownText.line(String(repeating: unit, count: 100_000), limit: 100)
      #expect(line.count <= 101)
      #expect(line.hasSuffix("…"))
    }
  }
}
