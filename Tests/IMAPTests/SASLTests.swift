import Testing

@testable import IMAP

struct SASLTests {
  private static func text(_ response: SASLResponse) -> String {
    String(decoding: response.bytes, as: UTF8.self)
  }

  @Test func eachMechanismHasItsForm() throws {
    let plain = try SASLResponse.plain(user: "tim", password: "pass")
    #expect(plain.mechanism == "PLAIN")
    #expect(Self.text(plain) == "\0tim\0pass")
    let xoauth2 = try SASLResponse.xoauth2(user: "a@b.example", token: "t0k.en=")
    #expect(xoauth2.mechanism == "XOAUTH2")
    #expect(Self.text(xoauth2) == "user=a@b.example\u{1}auth=Bearer t0k.en=\u{1}\u{1}")
    let bearer = try SASLResponse.oauthBearer(user: "a,b=c", host: "h", port: 993, token: "t")
    #expect(bearer.mechanism == "OAUTHBEARER")
    #expect(
      Self.text(bearer)
        == "n,a=a=2Cb=3Dc,\u{1}host=h\u{1}port=993\u{1}auth=Bearer t\u{1}\u{1}"
    )
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{7FF}\u{7FF}?>", "37/fvz8+"),
  ])
  func base64IsThatOfItsStandard(text: String, encoded: String) {
    #expect(String(decoding: Base64.standard.encode(Array(text.utf8)), as: UTF8.self) == encoded)
  }
}
