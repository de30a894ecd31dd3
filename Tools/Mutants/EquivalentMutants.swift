import Foundation

/// The equivalent mutants, which no test can notice, and why: `Tools/Mutants/Unnoticed.md`.
///
/// A row identifies a change by its function, kind and text, not by a number, which the next edit
/// would shift: `| Session.timestamp | add one to the number | 1_000_000 | why |`.
struct EquivalentMutants {
  private var reasons: [String: String] = [:]

  init(path: String) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.components(separatedBy: " | ").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: "| `"))
      }
      if cells.count == 4 { reasons[cells[0...2].joined(separator: " | ")] = cells[3] }
    }
  }

  /// Why no test can notice a change; `nil` when it is not listed.
  subscript(site: Site) -> String? {
    let text = site.text.replacing(" | ", with: " ")
    return reasons["\(site.function) | \(site.kind.rawValue) | \(text)"]
  }
}
