import GRDB

/// A message's head in the store: the only place that names its columns.
extension MessageHead {
  /// Queries select these first, and their own columns behind them.
  enum Column: Int, SelectedColumn {
    case date, attachments, messageID, fingerprint, senders, addresses, subject, snippet
  }

  /// - Parameter row: of a query that selects ``Column/list`` first. References are not stored.
  init(_ row: Row) {
    self.init(
      messageID: row[Column.messageID],
      references: [],
      date: row[Column.date],
      senders: NameList.split(row[Column.senders]),
      addresses: NameList.split(row[Column.addresses]),
      subject: row[Column.subject],
      snippet: row[Column.snippet],
      hasAttachments: row[Column.attachments],
      fingerprint: row[Column.fingerprint]
    )
  }

  /// The values, in the order of ``Column``.
  var columns: [any DatabaseValueConvertible] {
    let (senders, addresses) = (NameList.join(self.senders), NameList.join(self.addresses))
    return [
      date, hasAttachments, messageID, fingerprint, senders, addresses, subject, snippet,
    ]
  }
}

/// The columns of a query that follow those of a ``MessageHead``.
protocol ColumnBehindHead: SelectedColumn {}

extension ColumnBehindHead {
  static var first: Int { MessageHead.Column.allCases.count }
}
