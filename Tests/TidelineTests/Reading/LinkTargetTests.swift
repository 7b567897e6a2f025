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
    ("https://a.example/", "“https://a.example”…"),
  ])
  func aTextThatNamesNoOtherServerIsFollowed(address: String, text: String) {
    #expect(!LinkTarget(address).contradicts(text))
  }
}
