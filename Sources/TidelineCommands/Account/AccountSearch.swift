import Mail
import TidelineLocalization
import TidelineProgram

/// Finds the server of a mail address, and reports the answer of each source.
struct AccountSearch {
  let account: AccountAddress

  /// - Parameter writesJSON: whether the standard output is only for JSON.
  /// - Throws: ``ServerSearchFailure`` or `CancellationError`.
  func server(writesJSON: Bool) async throws -> FoundServer {
    func write(_ line: TerminalText) {
      if writesJSON {
        StandardError.write(line)
      } else {
        // Ignores a closed output: the search itself continues.
        try? StandardOutput.write("\(line)\n")
      }
    }
    return try await ServerSearch.run(
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
