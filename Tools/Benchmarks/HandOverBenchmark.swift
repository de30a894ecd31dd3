import Foundation
import Inventory

/// The document for the insurer and a backup, of 10,000 items of which 1,000 have a photo.
struct HandOverBenchmark {
  let subjects: Subjects
  /// A photo; each item gets it with some bytes after its end, so that no two are the same file.
  let photo: String

  private static let items = 10_000
  private static let photos = 1_000
  private static let rounds = 3

  private var data: String { subjects.home + "/.local/share/keepsake" }

  func run() throws {
    try fill()
    try report()
    try backup()
  }

  // MARK: - The home

  private func fill() throws {
    let csv = subjects.home + "/items.csv"
    var text = "HB.import_ref,HB.name,HB.location,HB.quantity,HB.purchase_price,HB.purchase_date\n"
    for number in 0..<Self.items {
      text +=
        "r\(number),Thing \(number),Home / Room \(number % 40),1,\(number % 900).50,2020-05-01\n"
    }
    try text.write(toFile: csv, atomically: true, encoding: .utf8)
    _ = try Processes.run([subjects.keepsake, "import", csv], environment: subjects.environment)
    let bytes = try Data(contentsOf: URL(filePath: photo))
    let store = try InventoryStore(directory: data)
    let attachments = store.attachments
    var taken = 0
    let copy = subjects.home + "/photo.jpg"
    for number in stride(from: 0, to: Self.items, by: Self.items / Self.photos) {
      try (bytes + Data("\(number)".utf8)).write(to: URL(filePath: copy))
      guard case .one(let item) = try store.items(named: "Thing \(number)") else { continue }
      try attachments.attach([copy], kind: .photo, to: item, session: "benchmark")
      taken += 1
    }
    guard taken == Self.photos else { throw BenchmarkError("only \(taken) items have a photo") }
  }

  // MARK: - The report

  private func report() throws {
    let file = subjects.home + "/report.html"
    func run(_ options: [String]) throws -> (seconds: Double, processor: Double, peak: Int) {
      try Processes.run(
        [subjects.keepsake, "report", "-o", file] + options, environment: subjects.environment)
    }
    let floor = """
      find '\(data)/attachments' -type f -exec cat {} + | base64 -w 0 > '\(file)' && sync '\(file)'
      """
    var (whole, processor, plain, least) = (Samples(), Samples(), Samples(), Samples())
    var (peak, plainPeak) = (0, 0)
    var size = 0
    for _ in 0..<Self.rounds {
      let bare = try run(["--no-photos"])
      plain.add(bare.seconds)
      plainPeak = max(plainPeak, bare.peak)
      let full = try run([])
      whole.add(full.seconds)
      processor.add(full.processor)
      peak = max(peak, full.peak)
      size = Self.size(of: file)
      least.add(
        try Processes.run(["/bin/sh", "-c", floor], environment: subjects.environment).seconds)
    }
    Report.heading("A report of \(Self.items) items with \(Self.photos) photos, \(size >> 20) MiB")
    Report.line("to the file on the disk, median", whole.median, "s", note: "bar: 10 s")
    Report.line("cat, base64 and sync of the photos only, median", least.median, "s")
    Report.ratio("report / cat, base64 and sync", whole.median / least.median, bar: "")
    Report.line("processor time, median", processor.median, "s")
    Report.line("without photos, median", plain.median, "s")
    Report.line("peak memory", Double(peak) / 1024, "MiB", note: "it does not grow with photos:")
    Report.line("peak memory without photos", Double(plainPeak) / 1024, "MiB")
  }

  // MARK: - The backup

  /// Compares a backup with the minimum: a copy and its digests.
  private func backup() throws {
    let target = subjects.home + "/backups"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let copying = """
      cp -r '\(data)' '\(target)/copy' && find '\(target)/copy' -type f -exec sha256sum {} + && sync
      """
    var (ours, plain) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      ours.add(
        try Processes.run(
          [subjects.keepsake, "backup", target], environment: subjects.environment
        ).seconds)
      plain.add(
        try Processes.run(["/bin/sh", "-c", copying], environment: subjects.environment).seconds)
      for name in try FileManager.default.contentsOfDirectory(atPath: target) {
        try FileManager.default.removeItem(atPath: target + "/" + name)
      }
    }
    Report.heading("A backup of the same, read back")
    Report.line("keepsake backup, median", ours.median, "s")
    Report.line("cp and sha256sum, median", plain.median, "s")
    Report.ratio("of their speed", plain.median / ours.median, bar: "bar: 0.5 ×")
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
