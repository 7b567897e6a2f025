import MailTextTesting
import Testing

@testable import MailText

/// Mail from mail systems that could not deliver a mail.
struct BounceTests {
  private let report = "Delivery to the following recipient failed."
  private let person = "bo@reed.example"

  private func row(_ text: String, _ fields: String = "Return-Path: <>") -> String {
    parse("\(fields)\nSubject: Failure\n\n\(text)").snippet
  }

  private func multipart(_ parts: String...) -> String {
    parse(
      "From: postmaster@quill.example\nContent-Type: multipart/report; boundary=b\n\n"
        + parts.map { "--b\n\($0)\n" }.joined() + "--b--\n"
    ).snippet
  }

  @Test(arguments: [
    "", "------------------------\nThe post office of Quill\n",
    "\n----- This is a copy of the letter -----\n\nRemoved\n",
    "\n----- Original message -----\n\nRemoved\n",
  ])
  func withoutAReasonTheReportIsShown(rest: String) {
    let words = "\(report) \(person)"
    if !rest.contains("office") { #expect(row("\(report)\n\n   \(person)\n\n\(rest)") == words) }
    let status = "Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n"
    #expect(multipart("\n\(report)\n\n   \(person)\n\n\(rest)", status).hasPrefix(words))
    #expect(multipart("\n\(report)\n\n   \(person)\n", "\nSold by Quill.", status) == words)
  }

  @Test(arguments: [
    "<bo>", "* bo@reed.example", "an unknown person\n  (generated from bo@reed.example)",
    "of Monday", "bo@reed.example\n\n  The postal system",
  ])
  func recipientsAreNoReason(person: String) {
    let report = "This is the postal system program at host reed.\nDelivery to the following"
    let words = row("\(report) recipients failed:\n\n  \(person)\n")
    #expect(words.hasPrefix("This is the postal system program at host reed. Delivery to"))
    #expect(
      row("\(report) recipients failed:\n\n  \(person)\n\nNo space is left.\n")
        == "No space is left."
    )
  }

  @Test func aReasonIsShownWithoutTheReport() {
    #expect(
      row("\(report)\n\n<\(person)>: The\n  box is full.\n") == "<\(person)>: The box is full."
    )
    let rule = String(repeating: "=", count: 40)
    let framed = "\(rule)\n\(report)\n\n   \(person)\n\n\(rule)\nThe box is full.\n\n\(rule)\n"
    #expect(row(framed) == "The box is full.")
    let long =
      "Your letter of Monday has come back to this office once more. This\nis a permanent"
      + " error. Please look at the address, and if it is\nright, ask somebody at this office, or"
      + " else\nperhaps call the postal service of your own\ntown, or that of the town of Reed.\n"
    #expect(row("\(long)\n<\(person)>:\nThe box is full.\n") == "The box is full.")
  }

  @Test(arguments: [
    "Return-Path: <>", "Auto-Submitted: auto-replied", "From: Mail <MAILER-DAEMON@reed.example>",
    "From: postmaster@reed.example", "Return-Path: <mailer-daemon@reed.example>",
  ])
  func mailSystemsAreKnownByTheirFields(field: String) {
    #expect(row("\(report)\n\nThe box is full.\n", field) == "The box is full.")
  }

  @Test(arguments: [
    "From: Ann <ann@a.example>", "Auto-Submitted: no", "Return-Path: <ann@a.example>",
  ])
  func aPersonMayWriteLikeAMailSystem(field: String) {
    let text = "The tulips\ncould not be delivered to the following neighbours:\n\nMiller\n"
    #expect(
      row(text, field) == "The tulips could not be delivered to the following neighbours: Miller"
    )
  }

  @Test(arguments: ["Return-Path: <>", "From: Ann <ann@a.example>"])
  func linesOfDashesBeginNoSignature(field: String) {
    let text =
      "The original message was received at noon\n\n"
      + "   ----- The following addresses had permanent fatal errors -----\n<bo@reed.example>\n\n"
      + "   ----- Transcript of session follows -----\n550 No such person"
    let read = readMessage("\(field)\nSubject: x\n\n\(text)\n")
    #expect(read.passages.map(\.kind) == [.written])
    #expect(row(text, field).hasSuffix("550 No such person"))
  }

  @Test(arguments: [
    "------ This is a copy of the letter. ------", "--- Below this line is a copy.",
  ])
  func theReturnedMailIsFolded(mark: String) {
    let copy = "Received: from a\n  by b\nFrom: Ann\nDate: 2 Jan 2023\nSubject: x\n\nThe old words."
    let read = readMessage("Return-Path: <>\nSubject: x\n\n\(report)\n\n\(mark)\n\n\(copy)\n")
    #expect(read.passages.map(\.kind) == [.written, .quoted])
    #expect(read.passages.last?.text == copy)
    #expect(
      readMessage("Subject: x\n\nSee:\n\n\(mark)\n\nWords.\n").passages.map(\.kind) == [.written]
    )
  }
}
