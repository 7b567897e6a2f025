import CTidelineGLib

/// Settings that providers publish for mail programs, in Thunderbird's format: XML with one
/// `incomingServer` for each way to access the mail, the best first.
///
/// The document comes from an untrusted source. GLib's parser knows only XML's own five entities,
/// and rejects documents that are not well-formed, not UTF-8, or deeply nested.
struct AutoconfigDocument: Sendable, Hashable {
  /// An IMAP server with TLS.
  struct Server: Sendable, Hashable {
    var address: ServerAddress
    /// Whether a password suffices; otherwise the server needs OAuth 2 or another proof.
    var takesPassword: Bool
  }

  /// The usable servers, in the provider's order of preference.
  let servers: [Server]

  /// The first server that takes a password; or if none does, the first.
  var best: Server? { servers.first(where: \.takesPassword) ?? servers.first }

  /// Parses a document; nil if it is too large, too deeply nested, or not well-formed.
  ///
  /// - Parameters:
  ///   - xml: at most 64 kB.
  ///   - address: replaces `%EMAILADDRESS%` and similar placeholders.
  init?(_ xml: [UInt8], for address: AccountAddress) {
    guard let fields = AutoconfigReader.read(xml) else { return nil }
    servers = fields.compactMap { Server($0, address) }
  }
}

extension AutoconfigDocument.Server {
  /// Nil for an unusable server: not IMAP, without TLS, or without a valid host, port or user.
  fileprivate init?(_ fields: AutoconfigReader.Fields, _ address: AccountAddress) {
    func value(_ name: String) -> String? { fields.values[name]?.first }
    func filled(_ name: String) -> String? { value(name).map(address.filling) }
    let security: ServerAddress.Security
    switch value("socketType")?.uppercased() {
    case "SSL", "TLS": security = .tls
    case "STARTTLS": security = .startTLS
    default: return nil
    }
    guard fields.type == "imap", let host = filled("hostname").flatMap(HostName.ascii),
      let port = value("port").flatMap({ UInt16($0) }), port > 0,
      let user = value("username").map(address.filling) ?? address.text as String?,
      !user.isEmpty, user.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    self.address = ServerAddress(user: user, host: host, port: port, security: security)
    let ways = fields.values["authentication"] ?? []
    // The last two are old names of the first two, and still in use.
    let passwords = ["password-cleartext", "password-encrypted", "plain", "secure"]
    takesPassword = ways.isEmpty || ways.contains { passwords.contains($0.lowercased()) }
  }
}

extension AccountAddress {
  fileprivate func filling(_ text: String) -> String {
    text.replacing("%EMAILADDRESS%", with: self.text)
      .replacing("%EMAILLOCALPART%", with: localPart)
      .replacing("%EMAILDOMAIN%", with: domain)
  }
}

/// Collects the fields of incoming servers while GLib reads the XML.
private final class AutoconfigReader {
  struct Fields {
    var type: String
    /// The texts of the server's child elements, by element name.
    var values: [String: [String]] = [:]
  }

  private var servers: [Fields] = []
  private var path: [String] = []
  private var text = ""
  private var isDeep = false

  private static let longest = 64 << 10
  private static let depth = 32
  private static let server = ["clientConfig", "emailProvider", "incomingServer"]

  static func read(_ xml: [UInt8]) -> [Fields]? {
    // A NUL would end the text in C.
    guard xml.count <= longest, !xml.contains(0) else { return nil }
    let reader = AutoconfigReader()
    var parser = GMarkupParser(
      start_element: { _, name, names, values, data, _ in
        guard let name, let reader = AutoconfigReader.from(data) else { return }
        reader.begin(String(cString: name), type: AutoconfigReader.attribute("type", names, values))
      },
      end_element: { _, _, data, _ in AutoconfigReader.from(data)?.end() },
      text: { _, text, length, data, _ in
        guard let text, let reader = AutoconfigReader.from(data) else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
        reader.text += String(decoding: bytes, as: UTF8.self)
      },
      passthrough: nil,
      error: nil
    )
    let data = Unmanaged.passUnretained(reader).toOpaque()
    let context = g_markup_parse_context_new(&parser, GMarkupParseFlags(rawValue: 0), data, nil)
    defer { g_markup_parse_context_free(context) }
    let isRead = xml.withUnsafeBytes { bytes in
      let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return g_markup_parse_context_parse(context, text, bytes.count, nil) != 0
        && g_markup_parse_context_end_parse(context, nil) != 0
    }
    withExtendedLifetime(reader) {}
    return isRead && !reader.isDeep ? reader.servers : nil
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> AutoconfigReader? {
    data.map { Unmanaged<AutoconfigReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func attribute(
    _ wanted: String,
    _ names: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    _ values: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> String? {
    guard let names, let values else { return nil }
    var index = 0
    while let name = names[index] {
      if String(cString: name) == wanted { return values[index].map { String(cString: $0) } }
      index += 1
    }
    return nil
  }

  private func begin(_ name: String, type: String?) {
    path.append(name)
    if path.count > Self.depth { isDeep = true }
    text = ""
    if path == Self.server { servers.append(Fields(type: type?.lowercased() ?? "")) }
  }

  private func end() {
    if path.count == Self.server.count + 1, path.starts(with: Self.server),
      let name = path.last, let last = servers.indices.last
    {
      servers[last].values[name, default: []].append(String(text.trimmed))
    }
    text = ""
    path.removeLast()
  }
}
