import Network
import Synchronization

/// Reports new mail in an account, and whether its server is reachable.
extension IMAPAccount {
  public func arrivals(in folder: FolderID?) -> Arrivals {
    watch()
    let name = folder?.text ?? IMAPFolders.inbox
    let adding = Task { [further] in await further.list { $0.add(name) } }
    return .stream(
      changes.stream { changed in
        folder == nil || changed == nil || changed == folder
      } onEnd: { [weak further] in
        Task {
          await adding.value
          await further?.list { $0.remove(name) }
        }
      }
    )
  }

  public func connectivity() -> AsyncStream<Connectivity> {
    watch()
    return reach.stream()
  }

  private func watch() {
    state.withLock { state in
      guard state.listening == nil else { return }
      let watcher = SharedSession.Watcher(
        onChange: { [changes] in changes.send(FolderID($0)) },
        onReach: { [reach, host] in reach.send(Connectivity($0, of: host)) }
      )
      state.listening = Task { [shared, reading, further, network] in
        await shared.watch(watcher)
        // Skips the first element, which is the current state.
        for await _ in network().dropFirst() {
          await shared.networkChanged()
          await reading.networkChanged()
          await further.networkChanged()
        }
      }
    }
  }
}

extension Connectivity {
  fileprivate init(_ loss: ServerContact.Loss?, of host: String) {
    if let loss, let reason = MailError.shown(loss.error, from: host) as? MailError {
      self = .offline(since: loss.since, reason: reason)
    } else {
      self = .online
    }
  }
}
