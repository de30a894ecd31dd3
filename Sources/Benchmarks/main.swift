import Foundation

// Prints what Keepsake takes, beside what others take for the same, in one run on one machine.

guard CommandLine.arguments.count == 2 else {
  print("usage: reprise-benchmark INVENTORY.csv")
  exit(64)
}

do {
  let subjects = try Subjects()
  defer { subjects.removeFiles() }
  var benchmarks = Benchmarks(subjects: subjects)
  try benchmarks.importing(CommandLine.arguments[1])
  try benchmarks.launching()
  try benchmarks.keys()
  try benchmarks.burst()
  try benchmarks.resting()
  try StoryboardBenchmark().run()
  let preserving = try PreservationBenchmark(directory: subjects.home).run()
  Report.ratio("of a key press", preserving / benchmarks.keyMedian, bar: "bar: 0.1 ×")
} catch {
  print("reprise-benchmark: \(error)")
  exit(1)
}
