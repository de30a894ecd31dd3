import Inventory
import Reprise

/// The unfolded groups, the same in every form and after a restart.
final class FormFolding {
  private static let key = "unfoldedGroups"

  private let host: ApplicationReference

  private var unfolded: Set<FieldGroup> = [] {
    didSet { if unfolded != oldValue { host.application?.setNeedsPreservation() } }
  }

  init(_ host: ApplicationReference) { self.host = host }

  /// Whether a group is unfolded.
  subscript(group: FieldGroup) -> Bool {
    get { unfolded.contains(group) }
    set {
      if newValue {
        unfolded.insert(group)
      } else {
        unfolded.remove(group)
      }
    }
  }

  func encode(with coder: Coder) {
    let names = FieldGroup.allCases.filter(unfolded.contains).map(\.rawValue)
    if !names.isEmpty { coder.encode(names, forKey: Self.key) }
  }

  func decode(from coder: Coder) {
    unfolded = Set((coder.decodeStrings(forKey: Self.key) ?? []).compactMap(FieldGroup.init))
  }
}
