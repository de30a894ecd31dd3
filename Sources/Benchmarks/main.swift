import Foundation

// Prints what Keepsake takes, beside what others take for the same, in one run on one machine.

guard CommandLine.arguments.count <= 2 else {
  print("usage: reprise-benchmark [INVENTORY.csv]")
  exit(64)
}

/// What the kit does, without an app around it; gives the time to store one object.
func measureKit(in directory: String) throws -> Double {
  try StoryboardBenchmark().run()
  try TreeBenchmark(directory: directory).run()
  return try PreservationBenchmark(directory: directory).run()
}

do {
  let subjects = try Subjects()
  defer { subjects.removeFiles() }
  guard CommandLine.arguments.count == 2 else {
    _ = try measureKit(in: subjects.home)
    subjects.removeFiles()
    exit(0)
  }
  var benchmarks = Benchmarks(subjects: subjects)
  try benchmarks.importing(CommandLine.arguments[1])
  try benchmarks.launching()
  try benchmarks.keys()
  try benchmarks.burst()
  try benchmarks.resting()
  let preserving = try measureKit(in: subjects.home)
  Report.ratio("of a key press", preserving / benchmarks.keyMedian, bar: "bar: 0.1 ×")
} catch {
  print("reprise-benchmark: \(error)")
  exit(1)
}
