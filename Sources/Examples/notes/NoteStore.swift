import Foundation
import Observation

nonisolated struct Note: Codable, Equatable, Identifiable {
  var id = UUID()
  var name = ""
  var about = ""
}

/// The notes and unsaved typing, in one file that is written with every change.
@Observable final class NoteStore {
  struct Content: Codable, Equatable {
    var notes: [Note] = []
    var drafts: [UUID: Note] = [:]
    var sortsByName = false
  }

  let directory: String
  private(set) var warning: String?
  var content = Content() { didSet { if content != oldValue { write() } } }

  init(directory: String) throws {
    self.directory = directory
    guard let data = FileManager.default.contents(atPath: directory + "/notes.json") else { return }
    content = try JSONDecoder().decode(Content.self, from: data)
  }

  /// The notes in the list, including half-typed and never saved ones.
  var rows: [Note] {
    let known = Set(content.notes.map(\.id))
    let new = content.drafts.values.filter { !known.contains($0.id) }
    let all = content.notes.map { content.drafts[$0.id] ?? $0 }
    let rows = all + new.sorted { $0.id.uuidString < $1.id.uuidString }
    return content.sortsByName ? rows.sorted { $0.name < $1.name } : rows
  }

  func draft(of id: UUID) -> Note {
    content.drafts[id] ?? content.notes.first { $0.id == id } ?? Note(id: id)
  }

  func save(_ id: UUID) {
    var changed = content
    let note = draft(of: id)
    changed.drafts[id] = nil
    if let index = changed.notes.firstIndex(where: { $0.id == id }) {
      changed.notes[index] = note
    } else {
      changed.notes.append(note)
    }
    content = changed
  }

  func delete(_ id: UUID) {
    var changed = content
    changed.drafts[id] = nil
    changed.notes.removeAll { $0.id == id }
    content = changed
  }

  private func write() {
    do {
      let file = URL(filePath: directory + "/notes.json")
      try JSONEncoder().encode(content).write(to: file, options: .atomic)
      warning = nil
    } catch {
      warning = "Your typing isn't being saved: \(error)"
    }
  }
}
