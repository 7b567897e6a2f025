import IMAP

/// The header of a part, rebuilt from the server's description of it.
enum StructureHeader {
  /// Content-Type, transfer encoding, disposition and Content-ID, with the empty line below.
  static func bytes(of part: BodyPart) -> [UInt8] {
    var fields = ""
    if isToken(part.type), isToken(part.subtype) {
      fields += "Content-Type: \(part.type)/\(part.subtype)\(text(part.parameters))\r\n"
    }
    if isToken(part.encoding) { fields += "Content-Transfer-Encoding: \(part.encoding)\r\n" }
    if let disposition = part.disposition, isToken(disposition.kind) {
      fields += "Content-Disposition: \(disposition.kind)\(text(disposition.parameters))\r\n"
    }
    if let id = part.contentID, isID(id) { fields += "Content-ID: \(id)\r\n" }
    return Array("\(fields)\r\n".utf8)
  }

  /// Whether it is allowed in a field unchanged.
  private static func isID(_ id: String) -> Bool {
    id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// The Content-Type field of a multipart.
  static func field(of multipart: Multipart, boundary: String) -> [UInt8] {
    let subtype = isToken(multipart.subtype) ? multipart.subtype : "mixed"
    return Array("Content-Type: multipart/\(subtype); boundary=\"\(boundary)\"\r\n".utf8)
  }

  /// The parameters in a fixed order.
  private static func text(_ parameters: [String: String]) -> String {
    parameters.sorted { $0.key < $1.key }.filter { isToken($0.key) }
      .map { "; \($0.key)=\"\(quoted($0.value))\"" }.joined()
  }

  private static func quoted(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars where scalar.value >= 0x20 || scalar == "\t" {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Whether a word needs no quotes in a field (RFC 2045, section 5.1).
  private static func isToken(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains($0)
      }
  }
}
