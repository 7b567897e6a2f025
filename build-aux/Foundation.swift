// Keeps 49 of 73 MB out of a release, as a table in docs/size.md shows: it replaces Foundation,
// which GRDB alone imports, with CoreFoundation, ICU and all their dependencies.
//
// The parts that Tideline's store calls work as in Foundation: locks, the size of a file, and the
// characters that separate SQL statements. All others end the program with an error that names
// them. SwiftPM does not notice changes of this file: run `make clean` first.

@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import Glibc

private func absent(_ name: String = #function) -> Never {
  fatalError("GRDB called Foundation's \(name), which is not in Tideline: see docs/size.md")
}

// MARK: - Locks

public protocol NSLocking {
  func lock()
  func unlock()
}

/// A mutex of POSIX.
public class NSMutex: NSLocking, @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  fileprivate init(_ kind: Int) {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, CInt(kind))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  public final func lock() { pthread_mutex_lock(mutex) }
  public final func unlock() { pthread_mutex_unlock(mutex) }
}

public final class NSLock: NSMutex, @unchecked Sendable {
  public init() { super.init(PTHREAD_MUTEX_NORMAL) }
}

public final class NSRecursiveLock: NSMutex, @unchecked Sendable {
  public init() { super.init(PTHREAD_MUTEX_RECURSIVE) }
}

// MARK: - Texts

/// A set of characters, defined by a condition.
public struct CharacterSet: Sendable {
  public static let whitespacesAndNewlines = CharacterSet { $0.properties.isWhitespace }
  public static var uppercaseLetters: CharacterSet { absent() }
  public static var lowercaseLetters: CharacterSet { absent() }

  fileprivate let contains: @Sendable (Unicode.Scalar) -> Bool

  fileprivate init(where contains: @escaping @Sendable (Unicode.Scalar) -> Bool) {
    self.contains = contains
  }

  public init(charactersIn text: String) {
    let scalars = Set(text.unicodeScalars)
    contains = { scalars.contains($0) }
  }

  public func union(_ other: CharacterSet) -> CharacterSet {
    CharacterSet { [contains] in contains($0) || other.contains($0) }
  }
}

extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String {
    let scalars = String(self).unicodeScalars
    guard let first = scalars.firstIndex(where: { !set.contains($0) }),
      let last = scalars.lastIndex(where: { !set.contains($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension String {
  public struct FormOfComparison: OptionSet, Sendable {
    public static let regularExpression = FormOfComparison(rawValue: 1)
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  public init(format _: String, _: any CVarArg...) { absent() }

  public func replacingOccurrences(
    of target: String,
    with replacement: String,
    options: FormOfComparison
  ) -> String { absent() }
  public func rangeOfCharacter(
    from set: CharacterSet,
    options: FormOfComparison = [],
    range: Range<Index>? = nil
  ) -> Range<Index>? { absent() }
  public var localizedCapitalized: String { absent() }
  public var localizedLowercase: String { absent() }
  public var localizedUppercase: String { absent() }
  public func caseInsensitiveCompare(_ other: String) -> ComparisonResult { absent() }
  public func localizedCaseInsensitiveCompare(_ other: String) -> ComparisonResult { absent() }
  public func localizedCompare(_ other: String) -> ComparisonResult { absent() }
  public func localizedStandardCompare(_ other: String) -> ComparisonResult { absent() }
}

/// The base of Foundation's classes that GRDB names, but that Tideline's store does not use.
open class Absent: Hashable, @unchecked Sendable {
  public static func == (_: Absent, _: Absent) -> Bool { absent() }
  public func hash(into _: inout Hasher) { absent() }
}

public typealias NSObjectProtocol = Absent

public final class NSRegularExpression: Absent, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public static let caseInsensitive = Options(rawValue: 1)
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  public init(pattern _: String, options _: Options) throws { absent() }

  public static func escapedPattern(for _: String) -> String { absent() }
  public func firstMatch(
    in _: String,
    options _: Options,
    range _: NSRange
  ) -> (range: NSRange, Never?)? { absent() }
  public func replaceMatches(
    in _: NSMutableString,
    options _: Options,
    range _: NSRange,
    withTemplate _: String
  ) -> Int { absent() }
}

public struct NSRange: Sendable {
  public var location: Int { absent() }

  public init(location _: Int, length _: Int) { absent() }
  public init(_: Range<String.Index>, in _: String) { absent() }
}

public let NSNotFound = Int.max

extension Range<String.Index> {
  public init?(_: NSRange, in _: String) { absent() }
}

open class NSString: Absent, @unchecked Sendable {
  public required init(string _: String) { absent() }
}

public final class NSMutableString: NSString, @unchecked Sendable {}

extension String {
  public init(_: NSString) { absent() }
}

public final class NSCache<Key: Absent, Value: Absent>: Absent, @unchecked Sendable {
  override public init() {}

  public func object(forKey _: Key) -> Value? { absent() }
  public func setObject(_: Value, forKey _: Key) { absent() }
}

// MARK: - Files

public enum URLResourceKey: Sendable { case fileSizeKey }

public struct URLResourceValues: Sendable {
  public let fileSize: Int?
}

extension URL {
  public func resourceValues(forKeys _: Set<URLResourceKey>) throws -> URLResourceValues {
    var status = stat()
    guard stat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    return URLResourceValues(fileSize: Int(status.st_size))
  }
}

/// SwiftPM generates code that uses `Bundle` in each module with resources. GRDB never calls it.
public final class Bundle: Absent, @unchecked Sendable {
  public static let main = Bundle()
  public var bundleURL: URL { absent() }

  override private init() {}
  public init?(path _: String) { absent() }
}

public func NSTemporaryDirectory() -> String { absent() }

// MARK: - Values

/// A value type that has a corresponding class.
public protocol ReferenceConvertible: _ObjectiveCBridgeable {
  associatedtype ReferenceType: Absent
}

extension ReferenceConvertible where _ObjectiveCType: Absent {
  public func _bridgeToObjectiveC() -> _ObjectiveCType { absent() }
  public static func _forceBridgeFromObjectiveC(_: _ObjectiveCType, result _: inout Self?) {
    absent()
  }
  public static func _conditionallyBridgeFromObjectiveC(
    _: _ObjectiveCType,
    result _: inout Self?
  ) -> Bool { absent() }
  public static func _unconditionallyBridgeFromObjectiveC(_: _ObjectiveCType?) -> Self { absent() }
}

extension String: ReferenceConvertible {
  public typealias ReferenceType = NSString
  public typealias _ObjectiveCType = NSString
}

extension Data: @retroactive _ObjectiveCBridgeable, ReferenceConvertible {
  public typealias ReferenceType = NSData
  public typealias _ObjectiveCType = NSData
}

extension Date: @retroactive _ObjectiveCBridgeable, ReferenceConvertible {
  public typealias ReferenceType = NSDate
  public typealias _ObjectiveCType = NSDate
}

extension URL: @retroactive _ObjectiveCBridgeable, ReferenceConvertible {
  public typealias ReferenceType = NSURL
  public typealias _ObjectiveCType = NSURL
}

public struct CGFloat: Sendable {
  public init(_: Double) { absent() }
}

extension Double {
  public init(_: CGFloat) { absent() }
}

public final class NSData: Absent, @unchecked Sendable {}
public final class NSDate: Absent, @unchecked Sendable {}
public final class NSNull: Absent, @unchecked Sendable {}

public final class NSURL: Absent, @unchecked Sendable {
  public var absoluteString: String { absent() }
}

public final class NSUUID: Absent, @unchecked Sendable {
  public init?(uuidString _: String) { absent() }
  public init(uuidBytes _: UnsafePointer<UInt8>) { absent() }

  public func getBytes(_: UnsafeMutablePointer<UInt8>) { absent() }
}

open class NSNumber: Absent, @unchecked Sendable {
  public init(value _: Int64) { absent() }
  public init(value _: Double) { absent() }

  public var objCType: UnsafePointer<CChar> { absent() }
  public var int8Value: Int8 { absent() }
  public var uint8Value: UInt8 { absent() }
  public var int16Value: Int16 { absent() }
  public var uint16Value: UInt16 { absent() }
  public var int32Value: Int32 { absent() }
  public var uint32Value: UInt32 { absent() }
  public var int64Value: Int64 { absent() }
  public var uint64Value: UInt64 { absent() }
  public var intValue: Int { absent() }
  public var uintValue: UInt { absent() }
  public var floatValue: Float { absent() }
  public var doubleValue: Double { absent() }
  public var boolValue: Bool { absent() }
}

public final class NSDecimalNumber: NSNumber, @unchecked Sendable {
  public init(decimal _: Decimal) { absent() }
  override public init(value _: Int64) { absent() }
  override public init(value _: Double) { absent() }

  public func rounding(accordingToBehavior _: NSDecimalNumberHandler) -> NSDecimalNumber {
    absent()
  }
  public func compare(_: NSNumber) -> ComparisonResult { absent() }
  public func description(withLocale _: Locale?) -> String { absent() }
}

public final class NSDecimalNumberHandler: Absent, @unchecked Sendable {
  public enum RoundingMode { case plain }

  public init(
    roundingMode _: RoundingMode,
    scale _: Int16,
    raiseOnExactness _: Bool,
    raiseOnOverflow _: Bool,
    raiseOnUnderflow _: Bool,
    raiseOnDivideByZero _: Bool
  ) { absent() }
}

public final class DateFormatter: Absent, @unchecked Sendable {
  public var dateFormat = ""
  public var locale: Locale?
  public var timeZone: TimeZone?

  override public init() { absent() }

  public func string(from _: Date) -> String { absent() }
  public func date(from _: String) -> Date? { absent() }
}

public final class ISO8601DateFormatter: Absent, @unchecked Sendable {
  public enum Options { case withInternetDateTime }

  public var formatOptions = Options.withInternetDateTime

  override public init() { absent() }

  public func string(from _: Date) -> String { absent() }
  public func date(from _: String) -> Date? { absent() }
}

// MARK: - The process

public enum Thread {
  public static var isMainThread: Bool { absent() }
}

public struct Notification: Sendable {
  public struct Name: Sendable {
    public init(_: String) {}
  }
}

/// A center without notifications: GRDB posts none, and observes some only if a database's
/// configuration asks for it.
public struct NotificationCenter: Sendable {
  public static let `default` = NotificationCenter()

  public func addObserver(
    forName _: Notification.Name,
    object _: Any?,
    queue _: Never?,
    using _: @Sendable (Notification) -> Void
  ) -> NSObjectProtocol { absent() }
  public func removeObserver(_: Any) {}
}

public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}

public let NSLocalizedDescriptionKey = "NSLocalizedDescription"
public let NSLocalizedFailureReasonErrorKey = "NSLocalizedFailureReason"
