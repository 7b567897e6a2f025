import SystemPackage

/// Places that a ``FolderWalk`` has not searched: a folder that an earlier walk found there may
/// still exist.
struct UnseenPlaces {
  private let root: FilePath
  private var places: Set<FilePath> = []

  /// - Parameter root: the walk's top folder, without links.
  init(below root: FilePath) { self.root = root }

  var isEmpty: Bool { places.isEmpty }

  /// - Parameter place: a path without links; nil for an unknown place, which may be anywhere.
  mutating func insert(_ place: FilePath?) { places.insert(place ?? FilePath("/")) }

  /// Whether a complete walk might find a folder at a path.
  func mayHold(_ path: FilePath) -> Bool {
    guard !isEmpty else { return false }
    // A path outside of the root is reached by a link, which may lie in any of these places.
    let isHidden = !path.isWithin([root]) || path.isWithin(places)
    guard isHidden else { return false }
    do throws(Errno) {
      _ = try path.stat()
      return true
    } catch {
      return !error.isMissing && error != .notDirectory
    }
  }
}

extension FilePath {
  /// Whether the path, which must be without links, is one of these places, or below one.
  func isWithin(_ places: Set<FilePath>) -> Bool {
    places.contains(self) || parents.contains(where: places.contains)
  }
}
