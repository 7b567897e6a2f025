// The side of the benchmarks that is measured; run.py drives it and prints the table. The gestures'
// side is driven by Tests/EndToEnd.
//
//   Benchmarks machine   the cost of one event, printed as JSON
//   Benchmarks window    a list of 10,000 rows that takes commands from standard input
//   Benchmarks gestures  lists that count what gestures start, by commands as well; `rtl` reads from
//                        right to left
//   Benchmarks scale     a list of very many conversations; scale.py drives it and prints the table
//
// EDGE is that of the refresh: top, bottom, leading or trailing. More is loaded at the opposite one.

import Glibc

switch CommandLine.arguments.dropFirst().first {
case "machine":
  MachineCost.measure()
case "window":
  BenchmarkWindow.run(Array(CommandLine.arguments.dropFirst(2)))
case "gestures":
  GestureWindow.run(Array(CommandLine.arguments.dropFirst(2)))
case "scale":
  ScaleCommand.main(Array(CommandLine.arguments.dropFirst(2)))
default:
  print("usage: Benchmarks machine | window [EDGE] | gestures [EDGE [rtl]] | scale --store FILE")
  exit(2)
}
