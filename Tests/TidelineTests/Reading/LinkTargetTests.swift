import Testing

@testable import Tideline

/// The target of a link, and whether its URL suggests another target.
struct LinkTargetTests {
  @Test(arguments: [
    ("https://tides.example/list?a=b", "tides.example"),
    ("http://a.example:8080", "a.example:8080"),
    ("https://A.Example/", "a.example"), ("mailto:ann@a.example?subject=x", "ann@a.example"),
    ("https://a.example/@b.example", "a.example"), ("https://a.example#@b.example", "a.example"),
    ("http://abc.de/", "abc.de"),
  ])
  func mostLeadWhereTheySay(address: String, destination: String) {
    let target = LinkTarget(address)
    #expect(target.destination == destination && !target.isMisleading)
  }

  @Test(arguments: [
    ("https://bank.example@evil.example/", "evil.example"),
    ("https://bank.example:443@evil.example", "evil.example"),
    ("https://xn--pypal-4ve.example/", "xn--pypal-4ve.example"),
    ("http://3232235777/", "3232235777"), ("http://192.0.2.1/bank.example", "192.0.2.1"),
    ("http://0x7f.1/", "0x7f.1"), ("https://bank%2Eexample/", "bank%2eexample"),
  ])
  func someAreAskedAbout(address: String, destination: String) {
    let target = LinkTarget(address)
    #expect(target.destination == destination && target.isMisleading)
  }

  @Test(arguments: [
    ("https://evil.example/", "www.bank.example"), ("https://evil.example/", "bank.com"),
    ("https://evil.example/", "See https://bank.example/account now"),
    ("https://bank.com.evil.example/", "bank.com"), ("https://evil.de/", "  Bank.de "),
    ("http://192.0.2.1/", "http://bank.example"),
    ("https://evil.example/", "(https://bank.example)"),
    ("https://evil.example/", "https://my_bank.example"),
    ("https://evil.example/", "See https://bank.example."),
    ("https://evil.example/", "b\u{200D}ank.com"), ("https://evil.example/", "bank\u{34F}.com"),
    ("https://evil.example/", "bank.com\u{FE0F}"), ("https://evil.example/", "bank\u{2024}com"),
    ("https://evil.example/", "bank\u{FF0E}com"), ("https://evil.example/", "bank\u{3002}com"),
    ("https://evil.example/", "https:\u{2215}\u{2215}bank.com"),
    ("https://evil.example/", "bank.com\u{2215}login"),
    ("https://evil.example/", "\"bank.com\""), ("https://evil.example/", "“bank.com”"),
    ("https://evil.example/", "apple.bank"), ("https://evil.example/", "sparkasse.versicherung"),
    ("https://evil.example/", "ｂａｎｋ.com"), ("https://evil.example/", "(apple.bank)"),
    ("https://evil.example/", "www\u{FF0E}apple\u{FF0E}bank"),
    ("https://evil.example/", "bücher.example"), ("mailto:x@evil.example", "ada@reef.example"),
    ("mailto:x@evil.example", "Write to <ada@reef.example>."),
  ])
  func aTextThatNamesAnotherServerIsSeen(address: String, text: String) {
    #expect(LinkTarget(address).contradicts(text))
  }

  @Test(arguments: [
    ("https://bank.example/", "Read on"), ("https://bank.example/a", "https://bank.example/b"),
    ("https://www.bank.example/", "bank.example"), ("https://news.bank.com/", "www.bank.com"),
    ("https://files.example/x", "Report.pdf"), ("https://a.example:8080/", "https://a.example"),
    ("mailto:ann@bank.com", "ann@bank.com"), ("https://a.example/", "e.g. this one"),
    ("https://a.example/", ""), ("https://a.example/", "3.14"),
    ("https://a.example/", "See https://a.example, our page"),
    ("https://a.example/", "www.a.example!"), ("https://a.example/", "<https://a.example>"),
    ("https://a.example/", "Page (https://a.example)"),
    ("https://a.example/", "“https://a.example”…"), ("https://a.example/", "Notes.docx"),
    ("https://a.example/", "a\u{FF0E}example"), ("https://a.example/", "main.swift"),
    ("https://xn--bcher-kva.example/", "bücher.example"), ("https://a.example/", "Yes...No"),
    ("mailto:ann@bank.com?subject=x", "Write to <Ann@Bank.com>."),
    ("mailto:ann@a.example,bo@b.example", "bo@b.example"), ("mailto:ann@a.example", "Mail me"),
  ])
  func aTextThatNamesNoOtherServerIsFollowed(address: String, text: String) {
    #expect(!LinkTarget(address).contradicts(text))
  }
}

/// The URL that asks a mail program for a message: RFC 2392.
struct MessageLinkTests {
  @Test func theIdIsEncodedAsAPartOfAnAddress() {
    #expect(MessageLink("a.1@x.example")?.address == "mid:a.1@x.example")
    #expect(MessageLink("a%b/c?d#e+f@[x]")?.address == "mid:a%25b%2Fc%3Fd%23e%2Bf@%5Bx%5D")
  }

  @Test(arguments: [nil, "", "a b@x", "a\nb@x", "<a@x>", "a\u{202E}@x"])
  func whatIsNoIdIsNoLink(id: String?) {
    #expect(MessageLink(id) == nil)
  }
}
