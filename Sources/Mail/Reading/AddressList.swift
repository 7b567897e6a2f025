import CGMime

extension AddressList {
  /// Reads what GMime found: at most ``limit``.
  init(_ list: UnsafeMutablePointer<InternetAddressList>) {
    let count = internet_address_list_length(list)
    isCut = count > Int32(Self.limit)
    for index in 0..<min(count, Int32(Self.limit)) {
      guard let address = internet_address_list_get_address(list, index) else { continue }
      let name = internet_address_get_name(address).map { oneLine($0, limit: Header.nameLimit) }
      let mailbox = cgmime_as_mailbox(address).flatMap { internet_address_mailbox_get_addr($0) }
      let text = mailbox.map { oneLine($0, limit: Self.addressLimit) }
      let found = MailAddress(name: name ?? "", address: text ?? "")
      if !found.shortName.isEmpty { addresses.append(found) }
    }
  }

  private static let limit = 100
  /// In characters (RFC 5321, section 4.5.3.1).
  private static let addressLimit = 320

  /// The full names, parted by commas.
  public var text: String {
    addresses.map(\.fullName).joined(separator: ", ") + (isCut ? ", …" : "")
  }
}
