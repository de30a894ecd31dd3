import Foundation

/// The folders of one target, and their dependencies: from a folder that names a type to the folder that declares it.
///
/// In C, the dependencies of sources on the functions that they call.
struct Wing {
  /// One reason for a dependency.
  struct Use: Hashable, CustomStringConvertible {
    var path: String
    var name: String
    var description: String { "\(path) names \(name)" }
  }

  /// The reasons, by the folder that names and the folder that declares.
  private(set) var arrows: [String: [String: Set<Use>]] = [:]

  /// Finds the dependencies of sources.
  init(_ files: [SourceFile]) {
    var homes: [String: Set<String>] = [:]
    for file in files {
      for name in file.declared { homes[name, default: []].insert(file.folder) }
    }
    for file in files {
      for name in file.named {
        guard let folders = homes[name], !folders.contains(file.folder) else { continue }
        for folder in folders {
          arrows[file.folder, default: [:]][folder, default: []]
            .insert(Use(path: file.path, name: name))
        }
      }
    }
  }

  /// Reads all sources below a directory.
  init(directory: URL) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
    self.init(
      try names.compactMap { name in
        let file = directory.appending(path: name)
        switch file.pathExtension {
        case "swift":
          return SourceFile(path: name, source: try String(contentsOf: file, encoding: .utf8))
        // A header declares the functions of its source, and includes the source's dependencies.
        case "c": return SourceFile(path: name, c: try String(contentsOf: file, encoding: .utf8))
        default: return nil
        }
      })
  }

  /// The folders that a folder depends on, directly or not.
  private func reached(from folder: String) -> Set<String> {
    var found: Set<String> = []
    var next = Array((arrows[folder] ?? [:]).keys)
    while let folder = next.popLast() {
      if found.insert(folder).inserted { next += (arrows[folder] ?? [:]).keys }
    }
    return found
  }

  /// The circles: sets of folders that all depend on each other.
  var circles: [Set<String>] {
    let reach = Dictionary(uniqueKeysWithValues: arrows.keys.map { ($0, reached(from: $0)) })
    var circles: Set<Set<String>> = []
    for (folder, others) in reach where others.contains(folder) {
      circles.insert(others.filter { reach[$0]?.contains(folder) == true })
    }
    return circles.sorted { $0.sorted().joined() < $1.sorted().joined() }
  }

  /// The dependencies of a circle with their reasons, those with the fewest reasons first.
  func words(for circle: Set<String>) -> String {
    var lines: [(count: Int, text: String)] = []
    for from in circle {
      for (to, uses) in arrows[from] ?? [:] where circle.contains(to) {
        let reasons = uses.map(\.description).sorted().prefix(12)
        lines.append((uses.count, "\(from) → \(to):\n    " + reasons.joined(separator: "\n    ")))
      }
    }
    return lines.sorted { ($0.count, $0.text) < ($1.count, $1.text) }.map(\.text)
      .joined(separator: "\n")
  }
}
