extension ServerSession {
  /// Changes flags of messages of the open folder: `\Seen` and `\Flagged`, and no others.
  mutating func store(_ scanner: inout CommandScanner, _ mail: inout ServerMail) throws {
    guard let opened, opened.isWritable, let index = mail.index(opened.name) else {
      throw ProtocolViolation(description: "no folder is open to be changed")
    }
    try scanner.expect(" ")
    let set = try scanner.set(highest: opened.told.last ?? 0)
    try scanner.expect(" ")
    let adds = scanner.take("+")
    if !adds { try scanner.expect("-") }
    try scanner.expect("FLAGS.SILENT (")
    let flag = scanner.take("\\Seen") ? "\\Seen" : "\\Flagged"
    if flag == "\\Flagged" { try scanner.expect(flag) }
    try scanner.expect(")")
    try scanner.end()
    guard traits.permanentFlags?.contains(flag) == true else {
      throw ProtocolViolation(description: "\(flag) does not last")
    }
    guard !traits.losesFlags, folder(mail) != nil else { return }
    for place in mail.folders[index].messages.indices {
      let message = mail.folders[index].messages[place]
      guard set.holds(message.uid), opened.told.contains(message.uid) else { continue }
      let flags = adds ? message.flags.union([flag]) : message.flags.subtracting([flag])
      mail.folders[index].setFlags(flags, at: place)
      // The client gets no report of its own changes.
      self.opened?.modSeqs[message.uid] = mail.folders[index].messages[place].modSeq
    }
  }
}
