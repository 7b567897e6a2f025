import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// File names and other parameters of a part.
struct ContentFieldTests {
  private func parameter(_ name: String, of field: [UInt8], charset: String? = nil) -> String? {
    field.withUnsafeBufferPointer { ContentField($0, charset: charset)[name] }
  }

  private func name(of field: String) -> String? {
    parameter("filename", of: Array("attachment; \(field)".utf8))
  }

  static let names: [(field: String, shown: String)] = [
    ("filename=a.txt", "a.txt"), ("filename=\"a b.txt\"", "a b.txt"),
    ("filename=a b.txt", "a b.txt"),
    ("FileName = \"a.txt\"", "a.txt"), ("filename=\"a\\\"b.txt\"", "a\"b.txt"),
    ("filename=\"a;b.txt\"", "a;b.txt"), ("filename=\"a.txt", "a.txt"),
    // Encoded words, with any padding.
    ("filename=\"=?utf-8?B?YQ==?= =?utf-8?B?YmNk?=\n =?utf-8?B?ZWZn?=\"", "abcdefg"),
    ("filename==?utf-8?Q?caf=C3=A9.txt?=", "café.txt"),
    ("filename=\"=?utf-8?Q?caf=C3?= =?utf-8?B?qS50eHQ=?=\"", "café.txt"),
    ("filename=\"=?koi8-r?B?0NLJ18XU?=.txt\"", "привет.txt"),
    ("filename=\"=?utf-8?Q?a=3Bb=22c.txt?=\"", "a;b\"c.txt"),
    ("filename*0=\"=?utf-8?Q?caf=C3=A9\"; filename*1=\".txt?=\"", "café.txt"),
    ("filename=\"a=?b.txt\"", "a=?b.txt"),
    // RFC 2231.
    ("filename*=utf-8''caf%C3%A9.txt", "café.txt"), ("filename*=utf-8'de'Gr%c3%bc%C3%9Fe", "Grüße"),
    ("filename*=\"utf-8''caf%C3%A9.txt\"", "café.txt"), ("filename*=koi8-r''%D0%D2", "пр"),
    ("filename*=iso-2022-jp''%1B$B%3Cm%1B(B", "狩"), ("filename*=cp-850''Gr%81%E1e", "Grüße"),
    ("filename*=x-sjis''%8B%9E.txt", "京.txt"), ("filename*=''caf%C3%A9", "café"),
    ("filename*=caf%C3%A9", "café"), ("filename*=utf-8''100%.txt", "100%.txt"),
    ("filename*=utf-8''%E7%81%AFcaf%C3.txt", "灯caf\u{FFFD}.txt"),
    ("filename*0=\"long \"; filename*1=\"name.txt\"", "long name.txt"),
    ("filename*1=\"name.txt\"; filename*0=\"long \"", "long name.txt"),
    ("filename*0*=utf-8''caf%C3; filename*1*=%A9; filename*2=.txt", "café.txt"),
    ("filename*0*=koi8-r''%D0; filename*1*=%D2", "пр"),
    ("filename*0*=utf-8''a; filename*1=\"%41\"", "a%41"),
    ("filename*10=k; filename*9=j; filename*0=a", "ajk"),
    // The better form counts.
    ("filename=\"caf_.txt\"; filename*=utf-8''caf%C3%A9.txt", "café.txt"),
    ("filename*=utf-8''caf%C3%A9.txt; filename=\"caf_.txt\"", "café.txt"),
    ("filename=a; filename=\"é\"", "a"),
    // Raw bytes.
    ("filename=\"café.txt\"", "café.txt"), ("filename=café au lait.txt", "café au lait.txt"),
  ]

  @Test(arguments: names) func aFileNameIsReadWhole(field: String, shown: String) {
    #expect(name(of: field) == shown)
  }

  @Test(arguments: ["koi8-r", "shift_jis", "gb18030", "iso-2022-jp", "windows-1252"])
  func rawBytesAreInTheMessagesCharset(charset: String) {
    let texts = ["koi8-r": "отчёт.txt", "windows-1252": "Grüße.txt", "gb18030": "说明.txt"]
    let text = texts[charset] ?? "会議の予定.txt"
    let bytes = Encoding.encode(text, charset)
    let field = Array("attachment; filename=\"".utf8) + bytes + Array("\"".utf8)
    #expect(parameter("filename", of: field, charset: charset) == text)
    #expect(parameter("filename", of: field) == text)
  }

  @Test(arguments: [
    ("text/plain", "text/plain"), ("Text/HTML; charset=utf-8", "text/html"),
    ("(x) text/plain (y); format=flowed", "text/plain"), (" text/x-a+b ", "text/x-a+b"),
    ("text", nil), ("text/", nil), ("/plain", nil), ("", nil), ("a b/plain", nil),
  ])
  func aTypeIsTwoWords(field: String, type: String?) {
    let content = Array(field.utf8).withUnsafeBufferPointer { ContentField($0) }
    #expect(content.mediaType.map { "\($0.type)/\($0.subtype)" } == type)
  }

  @Test func theOtherParametersStay() {
    let field = "attachment; size=5; filename=\"é\"; Foo=\"a;b\"; boundary=\"=_x?=\""
    let bytes = Array(field.utf8)
    #expect(parameter("size", of: bytes) == "5")
    #expect(parameter("foo", of: bytes) == "a;b")
    #expect(parameter("boundary", of: bytes) == "=_x?=")
  }

  @Test(arguments: [
    ";a=b", "=?u?b? ", "a*0=b;a*1=b;", "(", "\"", "\\", "%41", "\u{E9}", ";", "=?u?b?YQ==?=",
  ])
  func aLongFieldIsCut(junk: String) {
    let line = String(repeating: junk, count: 512_000 / junk.utf8.count)
    for start in ["attachment; filename=\"", "attachment; filename*=", "attachment; a*0=\"", ""] {
      let field = Array((start + line).utf8)
      let name = parameter("filename", of: field) ?? ""
      #expect(name.utf8.count <= ContentField.valueLimit)
    }
  }

  @Test func aFieldCutAnywhereIsRead() {
    for (field, _) in Self.names {
      let bytes = Array("attachment; \(field)".utf8)
      for end in 0...bytes.count { _ = parameter("filename", of: Array(bytes[..<end])) }
    }
  }

  @Test func aMessagesOwnNameIsReadInItsCharset() {
    let name = Encoding.encode("отчёт.pdf", "koi8-r")
    let head = Array("Content-Type: application/pdf; charset=koi8-r; name=\"".utf8) + name
    let found = FoundMessage(
      bytes: head + Array("\"\n\nx".utf8),
      isCut: false,
      path: "",
      received: 0
    )
    #expect(MessageReader.read(found, now: 1_700_000_000).attachments.map(\.name) == ["отчёт.pdf"])
  }
}
