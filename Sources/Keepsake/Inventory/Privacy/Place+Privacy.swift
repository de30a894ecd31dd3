import Foundation

/// The two forms of a private place.
///
/// The *masked* form is in the database, the change log, exports and backups: it has a generic
/// name, and name and notes are sealed in its notes. Its parent and its contents stay readable.
extension Place {
  private struct Sealed: Codable {
    var name: String
    var notes: String
  }

  /// The masked form.
  ///
  /// - Throws: Any error of sealing, and `badData` for a name that no place may have.
  func masked(with sealing: any ItemSealing) throws -> Place {
    let content = Sealed(name: try Self.checkedName(name), notes: notes)
    var masked = self
    masked.name = maskedName
    masked.notes = try Self.sealedPrefix + sealing.text(sealing: content, of: uuid)
    masked.isPrivate = false
    return masked
  }

  /// The open form of a masked place, with its masked path; other places are unchanged.
  ///
  /// - Throws: `badData` if the sealed content can't be opened or is damaged.
  public func opened(with sealing: any ItemSealing) throws(InventoryError) -> Place {
    guard let text = sealedText else { return self }
    let content: Sealed = try sealing.value(sealedIn: text, of: uuid, "a private place")
    var open = self
    (open.name, open.notes, open.isPrivate) = (content.name, content.notes, true)
    return open
  }
}

/// The marks of a private place that are readable without its keys.
extension Place {
  /// The prefix of masked notes, before the sealed text.
  public static let sealedPrefix = "keepsake-private:"

  /// The prefix of a masked name, followed by digits of the identity, since siblings need distinct
  /// names.
  public static let privateName = "Private place"

  /// The SQL condition for masked places, which an index has, too.
  public static let maskedCondition = "notes >= 'keepsake-private:' AND notes < 'keepsake-private;'"

  /// Whether its name is sealed.
  public var isMasked: Bool { notes.hasPrefix(Self.sealedPrefix) }

  /// The name that shows instead of a sealed one.
  public var maskedName: String { "\(Self.privateName) \(uuid.uuidString.prefix(8))" }

  var sealedText: String? {
    isMasked ? String(notes.dropFirst(Self.sealedPrefix.count)) : nil
  }
}
