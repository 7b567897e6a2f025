/// Finds the newest message of each conversation in a batch: a row shows its text.
enum NewestOfRows {
  /// Groups messages by the ids that they name. Conversations that only the store can merge count
  /// as two, which costs a text that no row shows.
  ///
  /// - Returns: the index of the newest message of each group.
  static func positions(in heads: [MessageHead]) -> [Int] {
    var parents: [String: String] = [:]
    func root(_ name: String) -> String {
      var name = name
      while let parent = parents[name], parent != name { name = parent }
      return name
    }
    for head in heads {
      let own = root(head.messageID)
      parents[own] = own
      for reference in head.references {
        let other = root(reference)
        if other != own { parents[other] = own }
      }
    }
    var newest: [String: Int] = [:]
    for (index, head) in heads.enumerated() {
      let row = root(head.messageID)
      if let other = newest[row], heads[other].date > head.date { continue }
      newest[row] = index
    }
    return newest.values.sorted()
  }
}
