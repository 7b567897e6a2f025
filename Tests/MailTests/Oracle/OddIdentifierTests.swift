import Foundation
import MailTextTesting
import Testing

@testable import Mail
@testable import MailText

/// Message-IDs as real mail programs write them: a first message, and a second that refers to it.
struct OddIdentifierTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The id, in which `#` is replaced by a text that is unique to the case.
    var id: String
    var reference: String
    /// Whether the second message joins the first.
    var joins: Bool
    /// The reason why Dovecot's result differs; nil if it agrees.
    var objection: String?

    var testDescription: String { "\(id) ← \(reference)" }

    init(_ id: String, _ reference: String, _ joins: Bool, unlikeDovecot objection: String? = nil) {
      (self.id, self.reference, self.joins) = (id, reference, joins)
      self.objection = objection
    }
  }

  static let noDomain = "an id without @ is an id to us"
  static let cut = "an id that lost its end is still an id to us"
  static let all = "In-Reply-To counts beside References, as notmuch has it"
  static let last = "Dovecot takes the first in In-Reply-To for the only id"
  static let again = "a second field counts, too"
  static let bare = "a Message-ID without brackets is one to us"

  static let cases = [
    // Folded lines.
    Case("<#@x>", "References: <q#@x>\n <#@x>", true),
    Case("<#@x>", "References:\n\t<#@x>", true),
    Case("<#@x>", "References: <q#@x>\r\n <#@x>\r", true),
    Case("<#@x>", "References: <q#@x>\n \n <#@x>", true),
    Case("<long#@x>", "References: <long#\n @x>", true),
    Case("<long#\n @x>", "References: <long#@x>", true),
    Case("\n <#@x>", "References: <#@x>", true),
    // Separators between ids.
    Case("<#@x>", "References: <q#@x><#@x>", true),
    Case("<#@x>", "References: <q#@x>, <#@x>", true),
    Case("<#@x>", "References: <q#@x>; <#@x>", true),
    Case("<#@x>", "References: <q#@x> \"and\" <#@x>", true),
    Case("<#@x>", "References: <#@x>.", true),
    Case("<#@x> junk", "References: <#@x>", true),
    // Comments.
    Case("<#@x>", "References: (see) <#@x>", true),
    Case("<#@x>", "References: <q#@x> (was <#@x>)", true),
    Case("<#@x>", "References: <#(c)@x>", true),
    // In-Reply-To in forms from before its definition in a standard.
    Case("<#@x>", "In-Reply-To: Your message of \"Mon, 1 Jan 2020\" <#@x>", true),
    Case("<#@x>", "In-Reply-To: <#@x> from Bob at noon", true),
    Case("<#@x>", "In-Reply-To: bob@y.example's message of today <#@x>", true),
    Case("<#@x>", "In-Reply-To: Bob <bob#@y.example> of today <#@x>", true, unlikeDovecot: last),
    Case("<#@x>", "In-Reply-To: Message from B <b@y> of \"noon\" <#@x>", true, unlikeDovecot: last),
    Case("<#@x>", "In-Reply-To: <q#@x> <#@x>", true, unlikeDovecot: last),
    Case("<#@x>", "In-Reply-To: <#@x> <q#@x>", true),
    Case("<#@x>", "In-Reply-To: <q#@x> (was <#@x>)", false),
    Case("<#@x>", "In-Reply-To: Your message of <#@x> about <>", true),
    Case("<#@x>", "In-Reply-To: <#\n @x>", true),
    Case("<#@x>", "In-Reply-To: #@x", true, unlikeDovecot: bare),
    // Which header field counts.
    Case("<#@x>", "References:\nIn-Reply-To: <#@x>", true),
    Case("<#@x>", "References: junk\nIn-Reply-To: <#@x>", true),
    Case("<#@x>", "References: <q#@x>\nIn-Reply-To: <#@x>", true, unlikeDovecot: all),
    Case("<#@x>", "References: <#@x>\nIn-Reply-To: <q#@x>", true),
    Case("<#@x>", "References: <#@x>\nReferences: <q#@x>", true),
    Case("<#@x>", "References: <q#@x>\nReferences: <#@x>", true, unlikeDovecot: again),
    Case("<#@x> <z#@x>", "References: <#@x>", true),
    Case("<z#@x> <#@x>", "References: <#@x>", false),
    // White space within the id.
    Case("<#@x>", "References: < #@x >", true),
    Case("< #@x >", "References: <#@x>", true),
    Case("<#@x>", "References: <# @x>", true),
    Case("<# a@x>", "References: <# a@x>", true),
    Case("<# a@x>", "References: <#a@x>", true),
    Case("<\"# b\"@x>", "References: <\"# b\"@x>", true),
    // Ids are compared as bytes.
    Case("<#@x>", "References: <#@X>", false),
    Case("<#a@x>", "References: <#A@x>", false),
    Case("<#é@x>", "References: <#é@x>", true),
    Case("<#=40@x>", "References: <#=40@x>", true),
    // Characters that are not allowed.
    Case("<#@[127.0.0.1]>", "References: <#@[127.0.0.1]>", true),
    Case("<#:1@x:2>", "References: <#:1@x:2>", true),
    Case("<#/1@x/2>", "References: <#/1@x/2>", true),
    Case("<#,1@x>", "References: <#,1@x>", true),
    Case("<#[1]@x>", "References: <#[1]@x>", true),
    Case("<#.@x>", "References: <#.@x>", true),
    Case("<a..#@x>", "References: <a..#@x>", true),
    Case("<#@b@c>", "References: <#@b@c>", true),
    Case("<#@>", "References: <#@>", true),
    Case("<@#>", "References: <@#>", true),
    Case("<>", "References: <>", false),
    Case("<#@x>", "References: #@x", true, unlikeDovecot: bare),
    Case("#@x", "References: #@x", true, unlikeDovecot: bare),
    // We accept more as an id than Dovecot.
    Case("<#>", "References: <#>", true, unlikeDovecot: noDomain),
    Case("#@x", "References: <#@x>", true, unlikeDovecot: bare),
    Case("<#@x>", "References: <q#@x> <#@x", true, unlikeDovecot: cut),
    Case("<#@x>", "References: <q#@x <#@x>", true, unlikeDovecot: cut),
  ]

  private static func filled(_ text: String, _ number: Int) -> String {
    text.replacingOccurrences(of: "#", with: "n\(number)")
  }

  /// Both messages of each case, one after the other.
  private static var messages: [Data] {
    cases.enumerated().flatMap { number, item in
      [
        "Message-ID: \(filled(item.id, number))",
        "Message-ID: <second\(number)@x>\n\(filled(item.reference, number))",
      ].map { Data("From: a@b.example\nSubject: \(number)\n\($0)\n\nText.\n".utf8) }
    }
  }

  private static func joined(_ groups: [[Int]]) -> [Bool] {
    cases.indices.map { number in
      groups.contains { $0.contains(2 * number) && $0.contains(2 * number + 1) }
    }
  }

  @Test func theyAreFoundWhateverStandsAround() async throws {
    let joined = Self.joined(try await StoredGroups.read(Self.messages))
    for (item, joins) in zip(Self.cases, joined) {
      #expect(joins == item.joins, "\(item.testDescription)")
    }
  }

  @Test(.enabled(if: Dovecot.isInstalled, "needs Debian's dovecot-imapd"))
  func dovecotAgreesExceptWhereItIsSaid() throws {
    let joined = Self.joined(try Dovecot.threads(of: Self.messages))
    for (item, joins) in zip(Self.cases, joined) {
      #expect(joins == (item.joins == (item.objection == nil)), "\(item.testDescription)")
    }
  }

  @Test func aHeaderFullOfBracketsIsNoBurden() {
    for junk in ["<", "< ", "<a", "(", "<(", "<a@b>,", "\"<"] {
      let line = String(repeating: junk, count: 60_000 / junk.utf8.count)
      let head = parse("Message-ID: <a@x>\nReferences: \(line)\n\nText.\n")
      #expect(head.references.count <= Header.referenceLimit)
    }
  }
}
