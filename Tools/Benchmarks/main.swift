import Foundation

// Prints Keepsake's figures next to those of other programs for the same task, in one run on one
// machine.

guard let request = BenchmarkRequest(CommandLine.arguments.dropFirst()) else {
  print(BenchmarkRequest.usage)
  exit(64)
}

/// The kit without an app; returns the time to store one object.
func measureKit(in directory: String) throws -> Double {
  try StoryboardBenchmark().run()
  try TreeBenchmark(directory: directory).run()
  try TextBenchmark(directory: directory).run()
  try LayoutBenchmark(directory: directory).run()
  return try PreservationBenchmark(directory: directory).run()
}

/// Suspending, resuming, ending and idling.
func measureLifeCycle(of subjects: Subjects) throws {
  try JobControlBenchmark(subjects: subjects).run()
  try EndingBenchmark(subjects: subjects).run()
  try Benchmarks(subjects: subjects).resting()
}

/// All benchmarks of an inventory.
func measureEverything(on inventory: String, with subjects: Subjects) throws {
  let benchmarks = Benchmarks(subjects: subjects)
  // First, while the disk is idle: an import keeps it busy for a while.
  let preserving = request.extent == .everything ? try measureKit(in: subjects.home) : 0
  try benchmarks.importing(inventory)
  if request.extent == .lifeCycle { return try measureLifeCycle(of: subjects) }
  try LaunchBenchmark(subjects: subjects).run(on: inventory)
  try Benchmarks(subjects: subjects.at(.narrow)).keys()
  let keyMedian = try benchmarks.keys()
  if request.extent == .speed { return }
  try benchmarks.burst()
  try FilterBenchmark(subjects: subjects).run()
  try measureLifeCycle(of: subjects)
  Report.heading("Preserving one dirty object among 10,000")
  Report.ratio("of a key press", preserving / keyMedian, bar: "bar: 0.1 ×")
}

do {
  if request.extent == .filter, let home = request.inventory {
    try FilterBenchmark(subjects: Subjects(home: home)).run()
    exit(0)
  }
  if request.extent == .pictures, let picture = request.inventory {
    try PictureBenchmark(path: picture).run()
    exit(0)
  }
  if request.extent == .totals, let home = request.inventory {
    try TotalsBenchmark(home: home).run()
    exit(0)
  }
  if request.extent == .bulk, let home = request.inventory {
    try BulkBenchmark(home: home).run()
    exit(0)
  }
  let subjects = try Subjects(reference: request.reference)
  defer { subjects.removeFiles() }
  if request.extent == .handOver, let photo = request.inventory {
    try HandOverBenchmark(subjects: subjects, photo: photo).run()
    subjects.removeFiles()
    exit(0)
  }
  if request.extent == .lock, let inventory = request.inventory {
    try LockBenchmark(subjects: subjects).run(on: inventory)
    subjects.removeFiles()
    exit(0)
  }
  if request.extent == .household, let inventory = request.inventory {
    try HouseholdBenchmark(subjects: subjects).run(on: inventory)
    subjects.removeFiles()
    exit(0)
  }
  if let inventory = request.inventory {
    try measureEverything(on: inventory, with: subjects)
  } else {
    _ = try measureKit(in: subjects.home)
  }
} catch {
  print("reprise-benchmark: \(error)")
  exit(1)
}
