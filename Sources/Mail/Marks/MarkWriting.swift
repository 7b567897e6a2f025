import GRDB
import Synchronization

/// The account's answers for one message's marks.
private struct MessageAnswers {
  let marks: MessageFlags
  private var answers: [MessageFlags: [MarkAnswer]] = [:]

  init(_ marks: MessageFlags) { self.marks = marks }

  mutating func add(_ answer: MarkAnswer, to mark: MessageFlags) {
    answers[mark, default: []].append(answer)
  }

  /// The answer for a mark. Copies of the message that are gone do not count, unless all are gone.
  private func answer(to mark: MessageFlags) -> MarkAnswer {
    let all = (answers[mark] ?? []).filter { $0 != .gone }
    for case .later(let reason?) in all { return .later(reason) }
    if all.contains(.later(nil)) { return .later(nil) }
    for case .refused(let reason) in all { return .refused(reason) }
    return all.isEmpty ? .gone : .written
  }

  private func marks(_ isMeant: (MarkAnswer) -> Bool) -> MessageFlags {
    answers.keys.reduce(into: []) { if isMeant(answer(to: $1)) { $0.formUnion($1) } }
  }

  var written: MessageFlags { marks { $0 == .written } }
  /// The marks whose wait ends.
  var settled: MessageFlags {
    marks { if case .later = $0 { false } else { $0 != .gone } }
  }
  var isMissing: Bool { !marks { $0 == .gone }.isEmpty }
  var refusal: MarkRefusal? {
    answers.keys.lazy.compactMap {
      if case .refused(let reason) = answer(to: $0) { reason } else { nil }
    }.first
  }
  var delay: MarkRefusal? {
    answers.keys.lazy.compactMap {
      if case .later(let reason) = answer(to: $0) { reason } else { nil }
    }.first
  }
}

extension MarkReport {
  fileprivate mutating func add(_ answers: MessageAnswers, of id: MessageStub.ID) {
    if let refusal = answers.refusal { refused[id] = refusal }
    if answers.settled != answers.marks {
      waiting.insert(id)
      delays[id] = answers.delay
      if answers.isMissing { missing.insert(id) }
    } else if answers.written == answers.marks {
      written.insert(id)
    }
  }
}

extension Mailbox {
  /// Writes the waiting marks into the mailbox; concurrent calls run one after the other. A mark
  /// that the mailbox refuses stays in this program. A mark waits if it can be tried again, or if
  /// its message is not found: for 30 days at most.
  ///
  /// - Parameters:
  ///   - insisted: messages whose marks count more than flags that other programs have changed
  ///     since the last refresh.
  ///   - isRefreshed: whether the mailbox has just been refreshed. Otherwise no wait ends because
  ///     it is too long: a refresh may find the message.
  /// - Throws: ``MailError`` if the account cannot be reached; the marks then still wait.
  @discardableResult
  public func writeMarks(
    insistingOn insisted: Set<MessageStub.ID> = [],
    isRefreshed: Bool = false
  ) async throws -> MarkReport {
    let task = writing.withLock { last in
      let task = Task { [before = last] in
        _ = await before?.result
        let report = try await self.writeWaitingMarks(insisted, endsOldWaits: isRefreshed)
        self.session.wrote(report)
        return report
      }
      last = task
      return task
    }
    return try await task.value
  }

  /// Writes the waiting marks into the mailbox. The marks of the named messages count more than
  /// flags that other programs have changed since the last refresh. If a named message is not where
  /// it was last seen, a refresh looks for it.
  ///
  /// - Returns: the result for the named messages.
  /// - Throws: as ``writeMarks(insistingOn:isRefreshed:)``.
  public func writeMarks(of named: Set<MessageStub.ID>) async throws -> MarkReport {
    var report = try await writeMarks(insistingOn: named).only(named)
    if !report.missing.isEmpty, let summary = try? await refresh() {
      report.add(summary.marks.only(named))
    }
    return report
  }

  /// The named messages whose marks wait to be written into the mailbox.
  ///
  /// - Throws: ``MailError`` if the file of marks cannot be read.
  public func waiting(of named: Set<MessageStub.ID>) async throws -> Set<MessageStub.ID> {
    named.intersection(try await waitingMarks().keys)
  }

  /// The marks that wait to be written into the mailbox.
  ///
  /// - Throws: ``MailError`` if the file of marks cannot be read.
  public func waitingMarks() async throws -> [MessageStub.ID: MessageFlags] {
    let marks = store.marks
    return try await ReadingThreads.run { try marks.file?.waiting(in: marks.account) ?? [:] }
  }

  /// Ends the wait of the named messages' marks, which stay in this program.
  ///
  /// - Parameter before: marks that waited before, and keep waiting.
  /// - Throws: ``MailError`` if the file of marks cannot be read or changed.
  public func keepMarksHere(
    _ named: Set<MessageStub.ID>,
    except before: [MessageStub.ID: MessageFlags]
  ) async throws {
    let waiting = try await waitingMarks()
    let new = named.map { ($0, (waiting[$0] ?? []).subtracting(before[$0] ?? [])) }
    let ending = Dictionary(uniqueKeysWithValues: new.filter { !$0.1.isEmpty })
    try await store.marks.settle(ending, in: store)
  }

  private func writeWaitingMarks(
    _ insisted: Set<MessageStub.ID>,
    endsOldWaits: Bool
  ) async throws -> MarkReport {
    let (marks, store) = (store.marks, store)
    guard let file = marks.file, file.isThere else { return MarkReport() }
    let waiting = try await ReadingThreads.run { try file.waiting(in: marks.account) }
    guard !waiting.isEmpty else { return MarkReport() }
    var report = MarkReport()
    var changes: [FolderID: [FlagChange]] = [:]
    var owners: [FolderID: [FlagChange: MessageStub.ID]] = [:]
    var answers: [MessageStub.ID: MessageAnswers] = [:]
    for ids in chunks(Array(waiting.keys)) {
      let places = try await stored([:]) { try MessageQuery.places(of: ids, $0) }
      for (id, places) in places {
        let marks = waiting[id] ?? []
        answers[id] = MessageAnswers(marks)
        for place in places {
          for change in FlagChange.all(place.message, marks, insists: insisted.contains(id)) {
            changes[place.source, default: []].append(change)
            owners[place.source, default: [:]][change] = id
          }
        }
      }
    }
    // The marks of a missing message keep waiting, since the message may come back.
    let missing = Set(waiting.keys).subtracting(answers.keys)
    report.waiting.formUnion(missing)
    report.missing.formUnion(missing)
    let told = changes.isEmpty ? [:] : try await account.write(changes)
    for (folder, owners) in owners {
      for (change, id) in owners {
        answers[id]?.add(told[folder]?[change] ?? .later(nil), to: change.mark)
      }
      let done = owners.filter { told[folder]?[$0.key] == .written }
      for part in chunks(Array(done)) {
        try await store.write { db in
          guard let known = try StoreFolders.all(db).first(where: { $0.source == folder })
          else { return }
          var writer = try BatchWriter(db, folder: known.id)
          let kept = marks.marks(of: part.map(\.value))
          try writer.note(part.map(\.key), keeping: kept ?? [:])
          if kept == nil { try AccountMarks.forget(db) }
        }
      }
    }
    for (id, answers) in answers { report.add(answers, of: id) }
    let settled = answers.mapValues(\.settled)
    try await marks.settle(settled, written: answers.mapValues(\.written), in: store)
    // A wait ends only after an attempt, however long the server was away.
    let expired = try await ReadingThreads.run {
      endsOldWaits ? try file.endOldWaits(in: marks.account) : []
    }
    report.expire(expired.intersection(waiting.keys), days: MarkFile.patienceInDays)
    return report
  }

  /// Splits messages into groups that are looked up, or noted, at once.
  private func chunks<Element>(_ all: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: all.count, by: Self.chunk).map { all[$0..<min($0 + Self.chunk, all.count)] }
  }

  private static let chunk = 1_000
}
