/// Decides which places to ask, and which server to take: that of the most preferred place, even if
/// other places answer earlier.
///
/// The domain's own places are asked at the same time. Thunderbird's database is a third party's,
/// so it is asked only when none of the more preferred places has a server.
struct ServerSearchPlan {
  enum Effect: Hashable {
    case begin(ServerSearch.Place)
    case end(FoundServer?)
  }

  private var answers: [ServerSearch.Place: ServerSearch.Answer] = [:]
  private var begun: Set<ServerSearch.Place> = []
  private var hasEnded = false

  mutating func start() -> [Effect] {
    begun = Set(ServerSearch.Place.allCases).subtracting([.database])
    return ServerSearch.Place.allCases.filter(begun.contains).map { .begin($0) }
  }

  mutating func take(_ answer: ServerSearch.Answer, from place: ServerSearch.Place) -> [Effect] {
    guard !hasEnded, answers[place] == nil else { return [] }
    answers[place] = answer
    for place in ServerSearch.Place.allCases {
      switch answers[place] {
      case .found(let server)?:
        hasEnded = true
        return [.end(server)]
      case nil: return begun.insert(place).inserted ? [.begin(place)] : []
      default: continue
      }
    }
    hasEnded = true
    return [.end(nil)]
  }
}
