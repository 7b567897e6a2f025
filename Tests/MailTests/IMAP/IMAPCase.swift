import Foundation
import IMAP
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A mailbox on an imaginary server with one folder.
struct IMAPCase {
  let folder: TemporaryFolder
  let server: ImaginaryServer
  private let id = AccountID.server(UUID())

  static let kinds: [ServerTraits] = [
    .rich,
    ServerTraits(["AUTH=PLAIN", "SASL-IR", "CONDSTORE", "ESEARCH", "LIST-EXTENDED", "LIST-STATUS"]),
    .poor,
  ]

  /// - Parameter arrivals: the ages of the messages in the order of their UIDs, in days.
  init(_ traits: ServerTraits, days arrivals: [Double], uidValidity: UInt32 = 7) throws {
    folder = try TemporaryFolder()
    var inbox = ServerMail.Folder("INBOX", uidValidity: uidValidity)
    inbox.fill(arrivals.enumerated().map { Self.message($0.offset, days: $0.element) }) { _ in 0 }
    server = ImaginaryServer(ServerMail([inbox]), traits)
  }

  /// Creates messages that are an hour apart; the newest is an hour old.
  init(_ traits: ServerTraits, count: Int, uidValidity: UInt32 = 7) throws {
    let days = (0..<count).reversed().map { Double($0 + 1) / 24 }
    try self.init(traits, days: days, uidValidity: uidValidity)
  }

  /// - Parameter written: the age of the Date field in days; nil for that of the arrival.
  static func message(
    _ number: Int,
    days: Double,
    written: Double? = nil,
    text: String? = nil
  ) -> ServerMail.Message {
    let arrived = ScheduledMail.now - Int64(days * 86_400)
    let written = ScheduledMail.now - Int64((written ?? days) * 86_400)
    let header = """
      Message-ID: <\(number)@example.org>
      Date: \(ServerDate.header(written))
      X-Written: \(written)
      From: Ann <ann@example.org>
      Subject: Number \(number)
      """
    return ServerMail.Message(header: header, text: text ?? "Text \(number)\r\n", arrived: arrived)
  }

  /// Opens the store again, with a new connection.
  func open(marks: MarkFile? = nil) async throws -> Mailbox {
    try await Mailbox.open(
      server.account(id) { ScheduledMail.now },
      store: folder.file("store.sqlite"),
      marks: marks
    )
  }

  /// The connection of an account, without a mailbox.
  func session(_ surroundings: SharedSession.Surroundings) -> SharedSession {
    SharedSession(surroundings) { [server] _ in try await server.session() }
  }

  func deliver(_ number: Int, days: Double = 0.01, text: String? = nil, to folder: Int = 0) {
    server.change { $0.folders[folder].deliver(Self.message(number, days: days, text: text)) }
  }

  /// Adds a folder with these messages.
  func addFolder(_ name: String, _ numbers: Range<Int> = 0..<0, days: Double = 1) {
    server.change { mail in
      var folder = ServerMail.Folder(name, uidValidity: 8)
      for number in numbers { folder.deliver(Self.message(number, days: days)) }
      mail.folders.append(folder)
    }
  }

  func waitForIdle() async throws {
    while !server.isIdle { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Refreshes, reads to the end, and compares with the server's mail.
  func expectAll(_ mailbox: Mailbox, location: SourceLocation = #_sourceLocation) async throws {
    _ = try await mailbox.refresh(for: .inbox)
    let listing = Listing(folder: .inbox)
    _ = try await mailbox.everything(in: listing, pageSize: 50)
    let places = try await mailbox.places(in: listing, downTo: nil).places
    let rows = ScheduledMail.rows(try await mailbox.conversations(places.map(\.id)))
    let expected = ScheduledMail.expected(server.mail, in: ["INBOX"])
    #expect(rows == expected, sourceLocation: location)
    #expect(server.violations == [], sourceLocation: location)
  }
}

extension SharedSession {
  func examine(_ name: String) async throws {
    try await use { session in
      _ = try await session.run(Flight([try .examine(name)], opening: name))
    }
  }
}

extension ImaginaryServer {
  /// A new connection, logged in.
  func session() async throws -> IMAPSession {
    try await IMAPSession.begin(
      on: connect(),
      to: ServerAddress(user: ServerSession.user, host: "imap.example.org"),
      { .password(ServerSession.password) },
      log: nil
    )
  }
}
