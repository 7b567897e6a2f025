import Foundation
import MailTextTesting
import Testing

@testable import MailText

struct HTMLCharsetTests {
  private func text(_ page: [UInt8], charset: String = "") -> String {
    let message = Array("Content-Type: text/html\(charset)\n\n".utf8) + page
    return readMessage(message).passages.map(\.text).joined(separator: "/")
  }

  private func page(_ head: String) -> [UInt8] { Array("\(head)<p>".utf8) + [0xD0, 0xC9] }

  @Test(arguments: [
    "<meta charset=koi8-r>", "<META  CHARSET = 'KOI8-R' >",
    "<!-- <meta charset=x> --><meta charset=koi8-r/>",
    "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>",
    "<meta content=\"text/html;CharSet = 'koi8-r'\" http-equiv=\"content-type\">",
    "<html><head><title x='<meta charset=x>'>t</title><meta charset=koi8-r>",
  ])
  func aPageWithoutACharsetIsAskedForItsOwn(head: String) {
    #expect(text(page(head)) == "пи")
  }

  @Test(arguments: [
    "<meta name=x content='text/html; charset=koi8-r'>", "<meta charset=''>",
    "<!-- <meta charset=koi8-r> -->",
    "<meta http-equiv=content-type content=koi8-r>", "",
  ])
  func whatNamesNoneIsGuessed(head: String) {
    #expect(text(Array("\(head)<p>caf".utf8) + [0xE9] + Array(" x".utf8)) == "café x")
  }

  @Test func theMailComesBeforeThePage() {
    #expect(text(page("<meta charset=koi8-r>"), charset: "; charset=iso-8859-5") == "аЩ")
    #expect(text(Array("<meta charset=koi8-r><p>é".utf8), charset: "; charset=utf-8") == "é")
  }

  @Test func aByteOrderMarkComesBeforeBoth() {
    let wide: [UInt8] =
      [0xFF, 0xFE] + "<p>пи".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let packed = Array(
      "Content-Transfer-Encoding: base64\n\n\(Data(wide).base64EncodedString())".utf8
    )
    for charset in ["", "; charset=koi8-r"] {
      let message = Array("Content-Type: text/html\(charset)\n".utf8) + packed
      #expect(readMessage(message).passages.map(\.text) == ["пи"])
    }
    let narrow: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("<meta charset=koi8-r><p>é".utf8)
    #expect(text(narrow, charset: "; charset=koi8-r") == "é")
  }

  @Test func whatCanBeReadIsNotWide() {
    #expect(text(Array("<meta charset=utf-16><p>é".utf8)) == "é")
  }
}
