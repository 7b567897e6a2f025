import Mail
import Testing

@testable import Tideline

/// The rows that stay in the cache.
struct RowCacheTests {
  @Test func itIsBounded() {
    var cache = RowCache(limit: 100)
    for id in 0..<10_000 { cache.store(row(Int64(id), at: id)) }
    #expect(cache.count <= 100)
    #expect(cache.contains(9_999))
    #expect(!cache.contains(9_800))
  }

  @Test func whatIsAskedForStays() {
    var cache = RowCache(limit: 100)
    for id in 0..<10_000 {
      cache.store(row(Int64(id), at: id))
      #expect(cache.row(0)?.id == 0)
    }
  }

  @Test func whatIsOnTheScreenStays() {
    var cache = RowCache(limit: 10)
    for id in 0..<20 {
      cache.pin(Int64(id))
      cache.store(row(Int64(id), at: id))
    }
    for id in 20..<1_000 { cache.store(row(Int64(id), at: id)) }
    #expect(cache.missing.isEmpty)
    #expect(cache.count <= 80)
    for id in 0..<20 { cache.unpin(Int64(id)) }
    for id in 1_000..<2_000 { cache.store(row(Int64(id), at: id)) }
    #expect(!cache.contains(0))
  }

  @Test func aForgottenRowOnTheScreenIsMissing() {
    var cache = RowCache(limit: 10)
    cache.pin(1)
    #expect(cache.missing == [1])
    cache.store(row(1, at: 1))
    #expect(cache.missing.isEmpty)
    cache.removeAll()
    #expect(cache.missing == [1])
  }
}
