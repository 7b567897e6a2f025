import Testing

@testable import Tideline

/// The target of a link, and whether it looks like that.
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
}
