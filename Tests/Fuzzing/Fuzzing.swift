import Foundation

// Built by scripts/fuzz, together with the sources that it tries, into a program whose `main` is
// libFuzzer's.

private let target = FuzzTarget(
  rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "message"
)

/// Writes the first inputs into the folder that FUZZ_SEEDS names, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?,
  _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  for (number, seed) in Seeds.make(target).enumerated() {
    try? Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(number)"))
  }
  exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  target?.run(UnsafeRawBufferPointer(start: start, count: count))
  return 0
}

/// The first inputs: messages of the sample, which has most features of mail.
private enum Seeds {
  static func make(_ target: FuzzTarget?) -> [[UInt8]] {
    guard let stories = try? SampleStories(contentsOf: "data/sample.json") else { return [] }
    let sample = SampleMailbox(stories, count: 600, now: Date(timeIntervalSince1970: 1_700_000_000))
    let messages = sample.messages.map(\.bytes).filter { $0.count < 4096 }
    switch target {
    case .message: return messages + structures
    case .mbox:
      let line = Array("From ann@a.example Mon Jan  2 15:04:05 2023\n".utf8)
      return stride(from: 0, to: messages.count - 3, by: 3).map { index in
        messages[index..<index + 3].flatMap { line + $0 + [10] }
      }
    case .name:
      return [
        "1673000000.M1P1.host:2,", "1673000000.M1P1.host:2,FRST", "1673000000.M1P1.host,S=12:2,Sa",
        "1673000000.M1P1.host:1,x", ":2,S", ".hidden", "a:b:2,D", "1673000000.M1P1.host!2,S",
      ].map { Array($0.utf8) }
    case nil: return []
    }
  }

  /// Messages with features that the sample does not have.
  private static let structures = [
    "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/alternative;\n"
      + " boundary=b\n\n--b\n\nx\n--b\nContent-Type: text/html\n\n<p>x<blockquote>y\n--b--\n--a\n"
      + "Content-Type: message/rfc822\n\nSubject: x\n\ny\n--a\nContent-Type: image/png\n"
      + "Content-Disposition: attachment; filename*0*=utf-8''%C3; filename*1*=%A9\n\nx\n--a--\n",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=a\n\n--a\n\nx\n--a\n"
      + "Content-Type: message/delivery-status\n\nAction: failed\n\n--a\n"
      + "Content-Type: text/rfc822-headers\n\nSubject: x\n--a--\n",
    "Content-Type: multipart/signed; boundary=a; protocol=\"application/pgp-signature\"\n\n--a\n\nx"
      + "\n--a\nContent-Type: application/pgp-signature; name=s.asc\n\nx\n--a--\n",
    "Content-Type: multipart/encrypted; boundary=a; protocol=\"application/pgp-encrypted\"\n\n--a\n"
      + "Content-Type: application/pgp-encrypted\n\nVersion: 1\n--a\n"
      + "Content-Type: application/octet-stream\n\nx\n--a--\n",
    "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n"
      + "Content-Transfer-Encoding: base64\n\nMIIB\n",
    "Content-Type: text/enriched\n\n<bold>x</bold> <<y>\n",
    "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nSUMMARY:x\\, y\n z\nEND:VCALENDAR\n",
    "Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-7\n\n+AGE- \n > x\n-- \ny\n",
    "Subject: x\n\nHere\nbegin 644 a.txt\n#86)C\n`\nend\nOn 2023 Ann <a@x>\nwrote:\n> x\n",
    "Subject: x\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nx\n- -- \ny\n"
      + "-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----\n",
    "Subject: x\n\nYes\n________________________________\nFrom: Ann\nSent: Mon\nTo: Bob\n\nold\n",
    "Subject: x\n\nFYI\n---------- Forwarded message ---------\nFrom: Ann\nDate: Mon\n\nold\n",
    "From: A: b@c, \"d\" <e@f>;, =?utf-8?B?YQ==?= =?x?Q?=E9?= (g (h)) <i@j>\nDate: 1 Jan 99 1:2 EST\n"
      + "References: <a@b><c@d> (x) e@f\nIn-Reply-To: x <y@z>\nMessage-ID: <\"a b\"@c>\n\n",
    "Content-Type: text/html\n\n<div id=divRplyFwdMsg>a&nbsp;&#150;&#x1F600;<pre>b\n c</pre>"
      + "<div class='gmail_quote x'>d<table><td>e<br>f<style>g</style><!--h--><![CDATA[i]]>",
  ].map { Array($0.utf8) }
}
