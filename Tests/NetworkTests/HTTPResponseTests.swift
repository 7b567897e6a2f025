import Testing

@testable import Network

/// HTTP responses, valid and invalid ones, in pieces of any size.
struct HTTPResponseTests {
  private func read(
    _ text: String,
    limit: Int = 1000,
    piece: Int = 1,
    isAtEnd: Bool = true
  ) throws(HTTPResponseReader.Failure) -> HTTPResponseReader {
    var reader = HTTPResponseReader(limit: limit)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.take(Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
    }
    if isAtEnd { try reader.end() }
    return reader
  }

  private func failure(_ text: String, limit: Int = 1000) -> HTTPResponseReader.Failure? {
    do throws(HTTPResponseReader.Failure) {
      _ = try read(text, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [1, 2, 7, 1000],
    [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more",
      "HTTP/1.1 200\r\ncontent-length:5 \r\nX: y\r\n\r\nhello",
      "HTTP/1.0 200 OK\nServer: old\n\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nT: x\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    ]
  )
  func aBodyIsReadInEachForm(piece: Int, text: String) throws {
    let reader = try read(text, piece: piece)
    #expect(reader.status == 200)
    #expect(String(decoding: reader.body, as: UTF8.self) == "hello")
    #expect(reader.isDone)
  }

  @Test func aRedirectionSaysWhere() throws {
    let reader = try read(
      "HTTP/1.1 301 Moved\r\nLocation:  https://a.example/b\r\nContent-Length: 0\r\n\r\n"
    )
    #expect(reader.status == 301)
    #expect(reader.location == "https://a.example/b")
  }

  @Test(arguments: [
    "", "HTTP/1.1", "HTTP/2 200\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 99 x\r\n\r\n",
    "* OK IMAP4rev1 ready\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
  ])
  func whatMakesNoSenseOrIsCutOffIsAnError(_ text: String) {
    #expect(failure(text) == .notUnderstood)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nhello hello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 20_000))",
    String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1000),
  ])
  func whatIsTooLongIsAnError(_ text: String) {
    #expect(failure(text, limit: 10) == .tooLong)
  }
}
