import Foundation
import Mail
import Testing

@testable import Tideline

/// A path in a sentence takes bounded time and space.
struct LabelTextTests {
  @Test func aPathIsShownWhole() {
    #expect(LabelText.make("/home/ann/Maildir/.Lists.日本") == "/home/ann/Maildir/.Lists.日本")
  }

  @Test func aPathWithoutEndIsCutInItsMiddle() {
    let path = "/home/" + String(repeating: "a", count: 20_000) + "/mail"
    let shown = LabelText.make(path)
    #expect(shown.hasPrefix("/home/aaa") && shown.hasSuffix("aaa/mail"))
    #expect(shown.unicodeScalars.count == LabelText.limit + 1)
    let accents = LabelText.make("e" + String(repeating: "\u{301}", count: 20_000))
    #expect(accents.unicodeScalars.count < 2 * LabelText.limit)
    let sentence = ErrorText(MailError.mailboxMissing(path: path)).errorDescription ?? ""
    #expect(sentence.contains(shown) && !sentence.contains(path))
  }

  @Test func whatPangoTakesLongForIsNotInIt() {
    #expect(LabelText.make("a\tb\nc\u{202E}d\u{1B}") == "a b cd")
  }
}
