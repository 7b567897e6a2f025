// The declarations of swift-cross-ui that the article's file uses.

public struct EnvironmentValues {}

public protocol View {
  associatedtype Content
  @MainActor var body: Content { get }
}
