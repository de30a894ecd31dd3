import Foundation

/// A copy of the package in which every site can be activated.
struct InstrumentedCopy: Sendable {
  /// The targets to mutate, by their folders.
  static let modules = [
    "Reprise/Terminal", "Reprise/TextFolding", "Reprise/Preservation", "Reprise/Protection",
    "Reprise/Reprise", "Keepsake/Inventory", "Keepsake/Sync", "Keepsake/Keepsake",
  ]

  /// The root of the original package.
  let root: String

  /// The directory of the copy and of all records about it.
  let directory: String

  var package: String { directory + "/package" }
  var notes: String { directory + "/notes" }
  var testProgram: String { package + "/.build/debug/ReprisePackageTests.xctest" }
  var traces: String { notes + "/reach.jsonl" }
  private var list: String { notes + "/sites.json" }

  /// The sites that the compiler has rejected, so that a later build leaves them out.
  private var refusals: String { notes + "/refused.json" }

  init(root: String) {
    self.root = root
    directory = root + "/.build-mutants"
  }

  /// Copies the tracked and new files, instruments them and builds the copy.
  ///
  /// The compiler decides which sites are valid: those that do not compile are dropped.
  func make() throws -> [Site] {
    let files = FileManager.default
    try files.createDirectory(atPath: notes, withIntermediateDirectories: true)
    try files.createDirectory(atPath: package, withIntermediateDirectories: true)
    try copyPackage()
    for module in Self.modules {
      try write(Hook.source, to: "\(package)/Sources/\(module)/\(Hook.fileName)")
    }
    var refused = (try? JSONDecoder().decode(Set<String>.self, from: read(refusals))) ?? []
    var sites = try findSites().mapValues { $0.filter { !refused.contains($0.site.name) } }
    say("\(sites.values.map(\.count).reduce(0, +)) candidate places")
    while true {
      for (file, found) in sites {
        let source = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
        try write(source.making(found), to: "\(package)/\(file)")
      }
      let errors = try build(sites)
      if errors.isEmpty { break }
      let dropped = drop(errors, from: &sites)
      refused.formUnion(dropped.map(\.name))
      say("\(dropped.count) of them do not compile")
    }
    try JSONEncoder().encode(refused).write(to: URL(filePath: refusals))
    let all = sites.values.joined().map(\.site).sorted { $0.id < $1.id }
    try JSONEncoder().encode(all).write(to: URL(filePath: list))
    return all
  }

  /// Copies tracked and new files.
  ///
  /// Unchanged files keep their modification time, so they are not compiled again.
  private func copyPackage() throws {
    let files = FileManager.default
    let names = try Tool.need(
      ["git", "ls-files", "--cached", "--others", "--exclude-standard"], in: root)
    let wanted = Set(names.split(separator: "\n").map(String.init)).filter {
      files.fileExists(atPath: "\(root)/\($0)") && !$0.hasPrefix("Tools/")
    }
    for name in wanted.sorted() {
      let path = "\(package)/\(name)"
      guard !files.contentsEqual(atPath: "\(root)/\(name)", andPath: path) else { continue }
      let folder = URL(filePath: path).deletingLastPathComponent()
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try? files.removeItem(atPath: path)
      try files.copyItem(atPath: "\(root)/\(name)", toPath: path)
    }
    for folder in ["Sources", "Tests", "Resources"] {
      let here =
        files.enumerator(atPath: "\(package)/\(folder)")?.compactMap { $0 as? String } ?? []
      for name in here where name.contains(".") && !wanted.contains("\(folder)/\(name)") {
        var isFolder: ObjCBool = false
        let path = "\(package)/\(folder)/\(name)"
        if files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
          try files.removeItem(atPath: path)
        }
      }
    }
  }

  /// The sites of an existing copy.
  func sites() throws -> [Site] {
    try JSONDecoder().decode([Site].self, from: read(list))
  }

  private func read(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  private func findSites() throws -> [String: [InstrumentedSite]] {
    var sites: [String: [InstrumentedSite]] = [:]
    var next = 1
    for module in Self.modules {
      let folder = "\(root)/Sources/\(module)"
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() where name.hasSuffix(".swift") {
        let file = "Sources/\(module)/\(name)"
        let source = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
        let found = SiteFinder.sites(in: source, file: file, firstID: next)
        next += found.count
        if !found.isEmpty { sites[file] = found }
      }
    }
    return sites
  }

  /// Writes a file only if it has changed, so that nothing else is compiled again.
  private func write(_ text: String, to path: String) throws {
    if let old = try? String(contentsOfFile: path, encoding: .utf8), old == text { return }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// A line that the compiler rejects.
  private struct RefusedLine: Hashable {
    var file: String
    var line: Int
  }

  private func build(_ sites: [String: [InstrumentedSite]]) throws -> Set<RefusedLine> {
    let outcome = try Tool.run(
      "/usr/bin/env",
      ["swift", "build", "--build-tests", "--toolset", "Scripts/testing.json"], in: package)
    if outcome.status == 0 { return [] }
    var lines: Set<RefusedLine> = []
    for line in outcome.output.split(separator: "\n") where line.contains(": error: ") {
      let parts = line.split(separator: ":")
      guard parts.count > 3, let number = Int(parts[1]),
        let start = parts[0].range(of: "Sources/")
      else { continue }
      let file = String(parts[0][start.lowerBound...])
      // No site is to blame for an error in another file.
      if sites[file] != nil { lines.insert(RefusedLine(file: file, line: number)) }
    }
    guard !lines.isEmpty else {
      throw Tool.Failure(description: "the copy does not build:\n\(outcome.output.suffix(4000))")
    }
    return lines
  }

  /// Drops the sites on rejected lines and returns them; all sites of a file if no line matches.
  private func drop(
    _ lines: Set<RefusedLine>, from sites: inout [String: [InstrumentedSite]]
  ) -> [Site] {
    var dropped: [Site] = []
    for (file, refused) in Dictionary(grouping: lines, by: \.file) {
      let numbers = Set(refused.map(\.line))
      let all = sites[file] ?? []
      var gone = all.filter { numbers.contains($0.site.line) }
      if gone.isEmpty {
        // A statement of several lines may be rejected at a line after its first.
        gone = all.filter { site in
          numbers.contains { $0 >= site.site.line && $0 < site.site.line + 12 }
        }
      }
      if gone.isEmpty { gone = all }
      let ids = Set(gone.map(\.site.id))
      sites[file] = all.filter { !ids.contains($0.site.id) }
      dropped += gone.map(\.site)
    }
    return dropped
  }
}
