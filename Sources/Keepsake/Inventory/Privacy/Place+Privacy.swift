import Foundation

/// The two forms of a private place.
///
/// *Masked*, as the database, the log of changes, exports and backups have it, its name says nothing, and name and notes are
/// sealed in its notes. Where it lies and what lies in it stays readable.
extension Place {
  private struct Sealed: Codable {
    var name: String
    var notes: String
  }

  /// The masked form.
  ///
  /// - Throws: What sealing throws, and `badData` for a name that no place may have.
  func masked(with sealing: any ItemSealing) throws -> Place {
    let content = Sealed(name: try Self.checkedName(name), notes: notes)
    var masked = self
    masked.name = maskedName
    masked.notes = try Self.sealedPrefix + sealing.text(sealing: content, of: uuid)
    masked.isPrivate = false
    return masked
  }

  /// The open form of a masked one, with its masked path; any other as it is.
  ///
  /// - Throws: `badData` where what is sealed does not open or is damaged.
  func opened(with sealing: any ItemSealing) throws(InventoryError) -> Place {
    guard let text = sealedText else { return self }
    let content: Sealed = try sealing.value(sealedIn: text, of: uuid, "a private place")
    var open = self
    (open.name, open.notes, open.isPrivate) = (content.name, content.notes, true)
    return open
  }
}
