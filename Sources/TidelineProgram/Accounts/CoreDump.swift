import Glibc

/// The image of a process's memory that the system writes when the process crashes.
enum CoreDump {
  /// Prevents the image. A password is in memory in copies that cannot be found and erased: in
  /// Swift's strings, GLib's buffers and the encryption's.
  static func prevent() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
    // Uses a limit of 1: a file of one byte is too small to be begun. Only at exactly 1 does the
    // kernel also not pass the image to a program such as systemd-coredump, for which other limits
    // do not count.
    limit.rlim_cur = min(1, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
