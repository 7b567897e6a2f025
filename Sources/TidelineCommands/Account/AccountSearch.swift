import ArgumentParser
import Localization
import Mail
import TidelineProgram

/// Finds the server of a mail address, and says what each place that is asked has answered.
struct AccountSearch {
  private let account: AccountAddress

  /// - Throws: `ValidationError` for a text that is no mail address.
  init(_ typed: String) throws {
    do throws(AccountAddressError) {
      account = try AccountAddress(typed)
    } catch {
      throw ValidationError(
        "\(error) A server of your own is named by a URL: imaps://USER@HOST/."
      )
    }
  }

  /// - Parameter writesJSON: whether the standard output is for JSON alone.
  /// - Throws: ``ServerSearchFailure``, `CancellationError`, or where nobody agrees to the server.
  func server(writesJSON: Bool) async throws -> ServerAddress {
    func write(_ line: TerminalText) {
      if writesJSON {
        StandardError.write(line)
      } else {
        // Where nobody reads it any more, the search itself goes on.
        try? StandardOutput.write("\(line)\n")
      }
    }
    let found = try await ServerSearch.run(
      for: account,
      trust: ServerAccount.trust([])
    ) { event in
      switch event {
      case .asking(.database):
        write(
          """
          Asking Thunderbird’s database of providers about \(account.domain); the address itself is \
          not sent
          """
        )
      case .asking: break
      case .answered(let place, let answer): write("\(title(of: place)): \(text(of: answer))")
      }
    }
    if found.isElsewhere { try await confirm(found) }
    return found.address
  }

  private func confirm(_ found: FoundServer) async throws {
    let agrees = try await TerminalPrompt.confirm(
      """
      “\(found.address.host)” was found, which is not of \(account.domain). Log in there as \
      \(found.address.user)?
      """
    )
    guard agrees == true else {
      throw NotConfirmed(host: found.address.host, domain: account.domain, url: found.address.url)
    }
  }

  private func title(of place: ServerSearch.Place) -> TerminalText {
    if let record = place.record(for: account) { return "DNS record \(record)" }
    if let host = place.host(for: account) { return "\(host), port 993" }
    return "\(place.url(for: account) ?? "")"
  }

  private func text(of answer: ServerSearch.Answer) -> TerminalText {
    switch answer {
    case .found(let server):
      """
      found \(server.address.host), port \(Int(server.address.port)) with \
      \(server.address.security == .tls ? "TLS" : "STARTTLS"), for \(server.address.user)
      """
    case .nothing: "nothing"
    case .notOffered: "the domain says that it has none"
    case .unusable: "nothing that can be used"
    case .late(let seconds): "no answer within \(seconds) s"
    case .failed(let sentence): "\(sentence.english)"
    }
  }
}

/// A server that is not of the address's domain was not agreed to.
private struct NotConfirmed: Error, CustomStringConvertible {
  let host: String
  let domain: String
  let url: String

  var description: String {
    "“\(host)” is not of \(domain), and was not confirmed. Nothing was added. If it is the right one, "
      + "run “tideline account add” with the URL \(url)"
  }
}
