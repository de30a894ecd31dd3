import Foundation

// Prints what Keepsake takes, beside what others take for the same, in one run on one machine.

let arguments = CommandLine.arguments.dropFirst()
let isLifeCycleOnly = arguments.first == "--life-cycle"
let files = arguments.dropFirst(isLifeCycleOnly ? 1 : 0)

guard files.count <= 1, files.count == 1 || !isLifeCycleOnly else {
  print("usage: reprise-benchmark [[--life-cycle] INVENTORY.csv]")
  exit(64)
}

/// What the kit does, without an app around it; gives the time to store one object.
func measureKit(in directory: String) throws -> Double {
  try StoryboardBenchmark().run()
  try TreeBenchmark(directory: directory).run()
  return try PreservationBenchmark(directory: directory).run()
}

/// What happens when the program is left, goes on, ends, or just waits.
func measureLifeCycle(of subjects: Subjects) throws {
  try JobControlBenchmark(subjects: subjects).run()
  try EndingBenchmark(subjects: subjects).run()
  try Benchmarks(subjects: subjects).resting()
}

/// Everything there is to measure on an inventory.
func measureEverything(on inventory: String, with subjects: Subjects) throws {
  var benchmarks = Benchmarks(subjects: subjects)
  // First, while the disk is at rest: an import keeps it busy for a while.
  let preserving = isLifeCycleOnly ? 0 : try measureKit(in: subjects.home)
  try benchmarks.importing(inventory)
  if isLifeCycleOnly { return try measureLifeCycle(of: subjects) }
  try benchmarks.launching()
  try benchmarks.keys()
  try benchmarks.burst()
  try measureLifeCycle(of: subjects)
  Report.heading("Preserving one dirty object among 10,000")
  Report.ratio("of a key press", preserving / benchmarks.keyMedian, bar: "bar: 0.1 ×")
}

do {
  let subjects = try Subjects()
  defer { subjects.removeFiles() }
  if let inventory = files.first {
    try measureEverything(on: inventory, with: subjects)
  } else {
    _ = try measureKit(in: subjects.home)
  }
} catch {
  print("reprise-benchmark: \(error)")
  exit(1)
}
