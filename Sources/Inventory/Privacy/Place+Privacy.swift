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
    let sealed = try sealing.seal(Array(JSONEncoder().encode(content)), of: uuid)
    var masked = self
    masked.name = maskedName
    masked.notes = Self.sealedPrefix + Data(sealed).base64EncodedString()
    masked.isPrivate = false
    return masked
  }

  /// The open form of a masked one, with its masked path; any other as it is.
  ///
  /// - Throws: What opening throws, and `badData` where what is sealed is damaged.
  func opened(with sealing: any ItemSealing) throws -> Place {
    guard let text = sealedText else { return self }
    guard let sealed = Data(base64Encoded: text),
      let content = try? JSONDecoder().decode(
        Sealed.self, from: Data(sealing.open(Array(sealed), of: uuid)))
    else { throw InventoryError(.badData, "what is sealed of a private place is damaged") }
    var open = self
    (open.name, open.notes, open.isPrivate) = (content.name, content.notes, true)
    return open
  }
}
