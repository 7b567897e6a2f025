// The side of the benchmarks that is measured; run.py drives it and prints the table.
//
//   Benchmarks machine  the cost of one event, printed as JSON
//   Benchmarks window   a list of 10,000 rows that takes commands from standard input

import Glibc

switch CommandLine.arguments.dropFirst().first {
case "machine":
  MachineCost.measure()
case "window":
  BenchmarkWindow.run()
default:
  print("usage: Benchmarks machine | window")
  exit(2)
}
