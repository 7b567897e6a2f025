// The measured program of the benchmarks; run.py controls it and prints the table. Tests/EndToEnd
// controls the part with gestures.
//
//   Benchmarks machine N  the cost of one event, in N batches, printed as JSON
//   Benchmarks window     a list of 10,000 rows that takes commands from standard input
//   Benchmarks gestures   lists that count the effects of gestures, with commands as well; `rtl` is
//                         for right-to-left reading
//   Benchmarks scale      a list of very many conversations; scale.py prints the table
//   Benchmarks pane       long messages in the reading pane; pane.py prints the table
//
// EDGE is the edge of the refresh: top, bottom, leading or trailing. More is loaded at the opposite
// one.

import Glibc

switch CommandLine.arguments.dropFirst().first {
case "machine":
  MachineCost.measure(batches: CommandLine.arguments.last.flatMap { Int($0) } ?? 1)
case "window":
  BenchmarkWindow.run(Array(CommandLine.arguments.dropFirst(2)))
case "gestures":
  GestureWindow.run(Array(CommandLine.arguments.dropFirst(2)))
case "scale":
  ScaleCommand.main(Array(CommandLine.arguments.dropFirst(2)))
case "pane":
  PaneCommand.main(Array(CommandLine.arguments.dropFirst(2)))
default:
  print(
    "usage: Benchmarks machine N | window [EDGE] | gestures [EDGE [rtl]] | scale --store FILE | "
      + "pane MAILDIR --store FILE"
  )
  exit(2)
}
