/// A server that takes a second to answer.
public enum Post {
  /// - Returns: the subject of the newest message.
  public static func fetch() async throws -> String {
    try await Task.sleep(for: .seconds(1))
    return "Just in"
  }
}
