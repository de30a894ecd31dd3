import Storage
import Foundation
import GRDB

/// Copying of files that was killed before it was complete.
public enum InterruptedCopy: Hashable, Sendable {
  /// An interrupted attach; without a name if it is unknown, private or hidden.
  case attach(first: String?, count: Int)
  /// Something else that copies files, such as an import.
  case other

  /// One line: `Nothing was attached: copying “pot.jpg” and 2 more files was interrupted`.
  ///
  /// The name comes last: a window may cut it.
  public var text: String {
    guard case .attach(let first, let count) = self else {
      return "Copying files was interrupted; incomplete copies were removed"
    }
    let rest = first == nil ? count : count - 1
    let files =
      "\(CountText.text(rest)) \(first == nil ? "" : "more ")\(rest == 1 ? "file" : "files")"
    let parts = [first.map { "“\($0)”" }, rest > 0 ? files : nil].compactMap(\.self)
    let what = parts.isEmpty ? "a file" : parts.joined(separator: " and ")
    return "Nothing was attached: copying \(what) was interrupted"
  }
}

extension AttachmentStore {
  /// Whether there are incomplete files, of an attach that was killed or is running; reads the names in one directory.
  public var hasIncompleteFiles: Bool {
    guard let directory = try? AttachmentDirectory(in: database.directory, create: false) else {
      return false
    }
    return !Self.leftovers(in: directory).isEmpty
  }

  /// Removes what a killed attach left behind, and reports it.
  ///
  /// Does nothing while another program attaches files, which holds a lock until its rows are committed: then the next
  /// launch does it.
  public func removeInterrupted() throws(InventoryError) -> [InterruptedCopy] {
    guard database.unwritable == nil,
      let directory = try AttachmentDirectory(in: database.directory, create: false),
      !Self.leftovers(in: directory).isEmpty
    else { return [] }
    let found = try directory.unlessLocked { () throws(InventoryError) in
      // Check only now: earlier files may have been completed in the meantime.
      let names = Self.leftovers(in: directory)
      let notes = names.filter { $0.hasSuffix(AttachmentNote.suffix) }
      guard !notes.isEmpty else { return [InterruptedCopy.other] }
      var interrupted: [InterruptedCopy] = []
      for name in notes {
        let note = AttachmentNote.contents(of: name, in: directory)
        if let note, try isComplete(note) { continue }
        // The item may be hidden by now: with limits, no file is named.
        let first = database.limits.isNone ? note?.names.first : nil
        interrupted.append(.attach(first: first, count: note?.count ?? 0))
      }
      return interrupted
    }
    // The note goes with the files: a kill in between leaves both to the next launch.
    guard let found, (try? sweep()) != nil else { return [] }
    return found
  }

  /// Whether the rows of an attach were committed before it was killed.
  private func isComplete(_ note: AttachmentNote.Contents) throws(InventoryError) -> Bool {
    let stored: Bool? = try database.read { db in
      guard try db.hasTable("attachment") else { return false }
      return try note.attachments.contains { try StoredAttachment.fetch(db, uuid: $0) != nil }
    }
    return stored == true
  }

  private static func leftovers(in directory: AttachmentDirectory) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.filter { $0.hasPrefix(AttachmentDirectory.temporaryPrefix) }.sorted()
  }
}
