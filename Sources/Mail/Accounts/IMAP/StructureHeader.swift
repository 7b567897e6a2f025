import IMAP

/// The header of a part in the words of the server, which has read the part's own.
enum StructureHeader {
  /// Its type, transfer encoding, disposition and id, and the empty line below.
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

  /// Whether it can stand in a field as it is.
  private static func isID(_ id: String) -> Bool {
    id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// The type field of what holds parts.
  static func field(of multipart: Multipart, boundary: String) -> [UInt8] {
    let subtype = isToken(multipart.subtype) ? multipart.subtype : "mixed"
    return Array("Content-Type: multipart/\(subtype); boundary=\"\(boundary)\"\r\n".utf8)
  }

  /// In an order that is always the same.
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

  /// Whether a word can stand in a field without quotes (RFC 2045, section 5.1).
  private static func isToken(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains($0)
      }
  }
}
