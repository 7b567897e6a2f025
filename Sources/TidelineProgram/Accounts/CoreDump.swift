import Glibc

/// The image of a process's memory that the system writes when the process crashes.
enum CoreDump {
  /// Prevents the image. A password is in memory in copies that cannot be found and erased: in
  /// Swift's strings, GLib's buffers and the encryption's.
  static func prevent() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
    // A limit of 1 byte is too small for a file. It is also the only limit with which the kernel
    // does not pass the image to a program such as systemd-coredump, which ignores other limits.
    limit.rlim_cur = min(1, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
