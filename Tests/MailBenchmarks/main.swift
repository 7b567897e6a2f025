import FoundationEssentials
import Glibc
import SystemPackage

/// The measurements within a process for `make bench-mail` and `make bench-imap`, chosen by its
/// arguments, with answers in JSON.
///
/// - `account URL STORE LIMIT`: a mailbox on a server, with pages of LIMIT conversations. Each line
///   of its input is a command.
/// - `read MAILDIR THREADS`: opens and reads every message, and nothing else.
/// - `search STORE CONVERSATIONS`: the first pages of searches.
/// - `message MBOX MEGABYTES`: a message of a large mbox, which is made for it.
/// - `pages STORE CONVERSATIONS`: pages of a list at its top and far down.
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "account" where arguments.count == 4:
  let words = CommandLine.arguments
  var account = try await OpenAccount(words[2], store: words[3], limit: Int(words[4]) ?? 50)
  try FileDescriptor.standardOutput.writeAll("open\n".utf8)
  while let line = readLine() {
    let answer = try JSONEncoder().encode(try await account.obey(line))
    try FileDescriptor.standardOutput.writeAll(answer + Data("\n".utf8))
  }
case "read" where arguments.count == 3:
  let (path, threads) = (CommandLine.arguments[2], Int(CommandLine.arguments[3]) ?? 1)
  print(#"{"bytes": \#(BareReading.read(path, threads: threads))}"#)
case "message" where arguments.count == 3:
  let size = Int(CommandLine.arguments[3]) ?? 300
  let times = try await FirstMessage(CommandLine.arguments[2], megabytes: size).measure()
  print(String(decoding: try JSONEncoder().encode(times), as: UTF8.self))
case "pages" where arguments.count == 3:
  let count = Int(CommandLine.arguments[3]) ?? 1_000_000
  let pages = try await DeepPages(store: CommandLine.arguments[2], conversations: count)
  print(String(decoding: try JSONEncoder().encode(try await pages.measure()), as: UTF8.self))
case "search" where arguments.count == 3:
  let count = Int(CommandLine.arguments[3]) ?? 200_000
  let searches = try await Searches(store: CommandLine.arguments[2], conversations: count)
  print(String(decoding: try JSONEncoder().encode(try await searches.measure()), as: UTF8.self))
default:
  let usage =
    "MailBenchmarks read MAILDIR THREADS | message MBOX MEGABYTES"
    + " | (pages | search) STORE CONVERSATIONS | account URL STORE LIMIT\n"
  try FileDescriptor.standardError.writeAll(usage.utf8)
  exit(2)
}
