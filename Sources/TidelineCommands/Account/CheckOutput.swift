import Mail
import Network
import TidelineProgram

/// A check as JSON, with keys only for known facts.
struct CheckOutput: Encodable {
  private var account: AccountOutput?
  private var address: String?
  private var capabilities: [String]?
  private var certificate: CertificateResult?
  private var cipher: String?
  private var error: String?
  private var folders: [FolderResult]?
  private var mechanism: String?
  private var port: UInt16?
  private var steps: [StepResult] = []
  private var tls: String?

  private struct StepResult: Encodable {
    var step: String
    var milliseconds: Double
    var roundTrips: Int
  }

  private struct FolderResult: Encodable {
    var name: String
    var messages: Int?
    var unread: Int?
  }

  private struct CertificateResult: Encodable {
    var subject: String?
    var issuer: String?
    /// The start and end of validity, in seconds since 1970.
    var notBefore: Int64?
    var notAfter: Int64?
    var sha256: String

    init(_ certificate: CertificateDescription) {
      (subject, issuer) = (certificate.subject, certificate.issuer)
      (notBefore, notAfter) = (certificate.notBefore, certificate.notAfter)
      sha256 = certificate.fingerprint.hexadecimal
    }
  }

  init(_ account: AccountOutput?, _ steps: [AccountCheck.Step], _ error: MailError?) {
    self.account = account
    self.error = error?.description
    if case .network(let error)? = error { certificate = error.certificate.map { .init($0) } }
    for step in steps { add(step) }
  }

  private mutating func add(_ step: AccountCheck.Step) {
    let name: String
    switch step.finding {
    case .connected(let peer):
      name = "connect"
      (address, port) = (peer.address, peer.port)
      add(peer.tls)
    case .greeted(let peer):
      name = "greet"
      add(peer.tls)
    case .loggedIn(let mechanism, let capabilities):
      name = "login"
      (self.mechanism, self.capabilities) = (mechanism, capabilities)
    case .listed(let folders):
      name = "folders"
      self.folders = folders.map {
        FolderResult(name: $0.name.description, messages: $0.messages, unread: $0.unread)
      }
    }
    steps.append(
      StepResult(
        step: name,
        milliseconds: (step.milliseconds * 10).rounded() / 10,
        roundTrips: step.roundTrips
      )
    )
  }

  private mutating func add(_ tls: PeerDescription.TLS?) {
    guard let tls else { return }
    (self.tls, cipher) = (tls.version.description, tls.cipher)
    certificate = CertificateResult(tls.certificate)
  }
}
