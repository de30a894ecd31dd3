import Inventory
import Reprise

/// The unfolded groups, the same in every form and after a restart.
final class FormFolding {
  private static let key = "unfoldedGroups"

  private let didChange: () -> Void

  private var unfolded: Set<FieldGroup> = [] {
    didSet { if unfolded != oldValue { didChange() } }
  }

  /// - Parameter didChange: Called when there is something to store.
  init(didChange: @escaping () -> Void) { self.didChange = didChange }

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
