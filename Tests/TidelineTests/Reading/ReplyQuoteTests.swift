import Foundation
import Testing

@testable import Mail
@testable import MailText
@testable import Tideline

/// The quote in a reply, as the mail program gets it.
struct ReplyQuoteTests {
  private let introduction = "On Friday, Ann wrote:"

  private func made(_ passages: (Passage.Kind, String)...) -> ReplyQuote? {
    ReplyQuote(
      passages.map { Passage(kind: $0, text: $1, blocks: []) },
      introduction: introduction
    )
  }

  private func lines(_ quote: ReplyQuote?) -> [String]? {
    quote?.encoded.removingPercentEncoding?.components(separatedBy: "\r\n")
  }

  @Test func eachLineIsQuotedBelowTheOneThatSaysWhoWrote() {
    let quote = made(
      (.written, "Yes & no?\n\n100 % of = them"),
      (.quoted, "> Shall we?\n>> Or not"),
      (.signature, "-- \nAnn")
    )
    #expect(
      lines(quote) == [
        "", "", introduction, "> Yes & no?", ">", "> 100 % of = them", ">", ">> Shall we?",
        ">>> Or not", "",
      ]
    )
    #expect(quote?.isCut == false)
  }

  @Test func whereThereIsNothingToQuoteThereIsNoQuote() {
    #expect(made() == nil)
    #expect(made((.signature, "-- \nAnn")) == nil)
  }

  @Test(arguments: ["Line & more\n", "\n", "潮\n", "> a\n"])
  func aLongMessageIsCut(line: String) throws {
    let quote = try #require(made((.written, String(repeating: line, count: 1_000_000))))
    #expect(quote.isCut)
    #expect((ReplyQuote.limit - 100...ReplyQuote.limit).contains(quote.encoded.utf8.count))
    #expect(lines(quote)?.suffix(2) == ["> […]", ""])
  }

  @Test(arguments: ["word ", "Flut, ", "潮 "])
  func ofALongLineTheFirstWordsAreQuoted(word: String) throws {
    let quote = try #require(made((.written, String(repeating: word, count: 1_000_000))))
    #expect(quote.isCut)
    #expect((ReplyQuote.limit / 4...ReplyQuote.limit).contains(quote.encoded.utf8.count))
    let shown = try #require(lines(quote))
    #expect(shown.count == 6)
    #expect(shown[3].hasPrefix("> " + word) && shown[3].hasSuffix(word.dropLast()))
    #expect(shown[4] == "> […]")
  }

  @Test func aWordLongerThanAllThatFitsIsLeftOut() throws {
    let quote = try #require(made((.written, String(repeating: "潮", count: 100_000))))
    #expect(lines(quote)?.dropFirst(3) == ["> […]", ""])
  }

  @Test func theLinkEndsWithTheQuote() throws {
    var message = ReadMessage()
    message.from.addresses = [MailAddress(name: "Ann", address: "ann@a.example")]
    message.subject = "Tides"
    let reply = try #require(MailReply(to: message, from: []))
    #expect(reply.address(quoting: nil) == "mailto:ann@a.example?subject=Re%3A%20Tides")
    let quoted = reply.address(quoting: made((.written, "a&b=c")))
    #expect(quoted.hasPrefix(reply.address + "&body=%0D%0A%0D%0AOn%20Friday%2C%20Ann%20wrote%3A"))
    #expect(quoted.hasSuffix("%0D%0A%3E%20a%26b%3Dc%0D%0A"))
  }
}
