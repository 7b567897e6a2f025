import Foundation

/// Dovecot's IMAP server, as a second opinion on threads: its program has nothing in common with
/// ours except RFC 5256.
///
/// It runs as a child process in an authenticated session (PREAUTH), on a copy of the messages,
/// since it moves mail from new/ to cur/ and keeps indexes there. It refuses to run as root, so
/// root starts it as `nobody`.
struct Dovecot {
  private static let imap = "/usr/lib/dovecot/imap"
  private static let setpriv = "/usr/bin/setpriv"
  private static let isRoot = geteuid() == 0

  static let isInstalled =
    access(imap, X_OK) == 0 && (!isRoot || access(setpriv, X_OK) == 0)

  private let folder: String

  /// The indexes of the messages in `messages`, one group for each thread (THREAD REFS: References
  /// and In-Reply-To, no subjects).
  static func threads(of messages: [Data]) throws -> [[Int]] {
    let dovecot = try Dovecot()
    defer { try? FileManager.default.removeItem(atPath: dovecot.folder) }
    try dovecot.copy(messages)
    let answer = try dovecot.ask("UID THREAD REFS UTF-8 ALL")
    let places = try dovecot.places()
    return try groups(in: answer).map { group in
      try group.map { uid in
        guard let place = places[uid] else { throw Failure("no file has uid \(uid)") }
        return place
      }
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private init() throws {
    // If root runs the tests, every user must be able to enter this folder; `make test` ensures
    // that.
    folder = NSTemporaryDirectory() + "tideline-dovecot-\(UUID().uuidString)"
    for name in ["Maildir/cur", "Maildir/new", "Maildir/tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
  }

  private func copy(_ messages: [Data]) throws {
    for (place, bytes) in messages.enumerated() {
      try bytes.write(to: URL(fileURLWithPath: "\(folder)/Maildir/cur/\(place):2,S"))
    }
    let settings = """
      \(try mailLocation())
      mail_home = \(folder)
      base_dir = \(folder)/run
      state_dir = \(folder)/run
      first_valid_uid = 1
      mail_fsync = never
      ssl = no

      """
    try Data(settings.utf8).write(to: URL(fileURLWithPath: folder + "/conf"))
    guard Self.isRoot else { return }
    try Self.run("/bin/chown", ["-R", "nobody:nogroup", folder])
    try Self.run("/bin/chmod", ["-R", "u+rwX,go+rX", folder])
  }

  /// The settings for the place of the mail. Those of Dovecot 2.4 differ from 2.3: they must state
  /// a version, and only the environment variables that they name are kept.
  private func mailLocation() throws -> String {
    let version = try Self.run("/usr/sbin/dovecot", ["--version"])
    if version.hasPrefix("2.3.") { return "mail_location = maildir:\(folder)/Maildir" }
    return """
      dovecot_config_version = 2.4.0
      dovecot_storage_version = 2.4.0
      mail_driver = maildir
      mail_path = \(folder)/Maildir
      import_environment {
        USER = \(user)
      }
      """
  }

  private var user: String { Self.isRoot ? "nobody" : NSUserName() }

  /// The line that answers the command.
  private func ask(_ command: String) throws -> Substring {
    let script = "a SELECT INBOX\r\nb \(command)\r\n"
    let call = ["/usr/bin/env", "-i", "USER=\(user)", "HOME=\(folder)", Self.imap]
    let privileges = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    let words = (Self.isRoot ? [Self.setpriv] + privileges : []) + call + ["-c", folder + "/conf"]
    let output = try Self.run(words[0], Array(words.dropFirst()), input: script, until: "\r\nb ")
    let lines = output.split { $0.isNewline }
    guard lines.contains(where: { $0.hasPrefix("b OK") }),
      let answer = lines.first(where: { $0.hasPrefix("* THREAD") })
    else { throw Failure("Dovecot does not answer: \(output.suffix(500))") }
    return answer
  }

  /// The UID of each file, as Dovecot stores it.
  private func places() throws -> [Int: Int] {
    let list = try String(contentsOfFile: folder + "/Maildir/dovecot-uidlist", encoding: .utf8)
    var places: [Int: Int] = [:]
    for line in list.split(separator: "\n").dropFirst() {
      guard let uid = line.split(separator: " ").first.flatMap({ Int($0) }),
        let colon = line.firstIndex(of: ":"),
        let place = Int(line[line.index(after: colon)...].prefix { $0 != ":" })
      else { throw Failure("uid list: \(line)") }
      places[uid] = place
    }
    return places
  }

  /// `(1 2 (3)(4 5))(6)` are two threads; their inner structure does not matter here.
  private static func groups(in answer: Substring) -> [[Int]] {
    var groups: [[Int]] = []
    var depth = 0
    var number: Int?
    for byte in answer.utf8 {
      if (0x30...0x39).contains(byte) {
        number = (number ?? 0) * 10 + Int(byte - 0x30)
        continue
      }
      if let uid = number { groups[groups.count - 1].append(uid) }
      number = nil
      if byte == UInt8(ascii: "(") {
        if depth == 0 { groups.append([]) }
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
      }
    }
    return groups
  }

  /// - Parameter end: the last text of the program's answer. The input must stay open until this
  ///   text: Dovecot drops unsent output when the input ends.
  @discardableResult
  private static func run(
    _ program: String,
    _ arguments: [String],
    input: String = "",
    until end: String? = nil
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // A pipe, because Dovecot waits for input with epoll, which does not support files. The pipe's
    // buffer holds the few lines until Dovecot reads them.
    let (questions, answers, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = questions
    process.standardOutput = answers
    process.standardError = errors
    try questions.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try process.run()
    var output = Data()
    while let end, output.suffix(64 << 10).range(of: Data(end.utf8)) == nil {
      let more = answers.fileHandleForReading.availableData
      if more.isEmpty { break }
      output += more
    }
    try questions.fileHandleForWriting.close()
    output += try answers.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      try errors.fileHandleForWriting.close()
      let log = try errors.fileHandleForReading.readToEnd() ?? Data()
      let end = "\(process.terminationReason) \(process.terminationStatus)"
      throw Failure("ended with \(end), “\(String(decoding: log, as: UTF8.self))”: \(arguments)")
    }
    return String(decoding: output, as: UTF8.self)
  }
}
