import Testing

@testable import Mail

struct PageLinkTests {
  private func address(_ target: String) -> String? {
    var target = target
    return target.withUTF8 { PageLink.address($0) }
  }

  @Test(arguments: [
    ("https://a.example", "https://a.example"), (" HTTP://A.example/B\n", "http://A.example/B"),
    ("ht\ntps://a.example/b\tc", "https://a.example/bc"),
    ("https://a.example/é ü?q=\"<>", "https://a.example/%C3%A9%20%C3%BC?q=%22%3C%3E"),
    ("https://a.example/?a=1&amp;b&#61;2", "https://a.example/?a=1&b=2"),
    ("MAILTO:ann@a.example?subject=a&attach=/b", "mailto:ann@a.example?subject=a"),
  ])
  func webAndMailAreLinks(target: String, link: String) {
    #expect(address(target) == link)
  }

  @Test(arguments: [
    "", "#a", "/a", "//a.example/", "a.html", "javascript:alert(1)", "java\nscript:x",
    "data:text/html,x",
    "file:///etc/passwd", "ftp://a.example", "tel:+123", "cid:a", "https:", "https://",
    "https:///a",
    "http:a", "mailto:", "mailto:a@a.example%0ABcc:b@b.example", "javascript://https://a.example",
    "https://" + String(repeating: "a", count: 2_000),
  ])
  func everythingElseIsNone(target: String) {
    #expect(address(target) == nil)
  }
}
