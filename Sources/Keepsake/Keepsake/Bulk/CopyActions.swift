import Foundation
import Inventory
import Reprise

/// Copies texts of the marked items, or else of the selected one, to the terminal's clipboard.
enum CopyActions {
  /// A text to copy; the raw value ends the id of its action.
  enum Part: String, CaseIterable {
    case name, serial, number, place
    case record = "all"

    fileprivate var title: String {
      switch self {
      case .name: "Copy name"
      case .serial: "Copy serial number"
      case .number: "Copy asset number"
      case .place: "Copy place"
      case .record: "Copy all fields"
      }
    }

    fileprivate var keys: KeyBinding {
      switch self {
      case .name: "y n"
      case .serial: "y s"
      case .number: "y #"
      case .place: "y p"
      case .record: "y y"
      }
    }
  }

  /// Makes the actions of a screen.
  static func make<Screen: ItemChoosing>(for screen: Screen, prefix: String) -> [Action] {
    Part.allCases.map { part in
      Action(
        "\(prefix).copy-\(part.rawValue)", part.title, part.keys, isHinted: false, for: screen,
        enabled: { $0.hasChosenItems }
      ) { $0.copy(part) }
    }
  }
}

extension ItemChoosing {
  fileprivate func copy(_ part: CopyActions.Part) {
    guard allowsForMarked("copied") else { return }
    let texts = context.notices.attempt { try chosenItems.compactMap { try copied(part, of: $0) } }
    guard let texts else { return }
    let filled = texts.filter { !$0.isEmpty }
    guard !filled.isEmpty else { return context.notices.show("Nothing to copy: it is empty") }
    let text = filled.joined(separator: part == .record ? "\n\n" : "\n")
    guard text.utf8.count <= Application.maximumCopiedBytes else {
      let most = Figures.count(Application.maximumCopiedBytes)
      return context.notices.warn("Too long to copy: at most \(most) bytes; mark fewer items")
    }
    guard context.application?.copy(text) == true else {
      return context.notices.warn("This terminal has no clipboard that programs can use")
    }
    let short = CellText(filled[0], width: 40).string
    context.notices.show(
      filled.count > 1 || part == .record
        ? "Copied \(Figures.items(filled.count))" : "Copied “\(short)”")
  }

  /// The text of an item; `nil` if the item is gone.
  private func copied(_ part: CopyActions.Part, of uuid: UUID) throws -> String? {
    guard let item = try context.store.items.fetch(uuid) else { return nil }
    switch part {
    case .name: return item.name
    case .serial: return item.serialNumber
    case .number: return item.assetNumber.map(AssetNumber.text) ?? ""
    case .place: return try context.store.items.relations(of: item).placePath ?? ""
    case .record:
      let lines = DetailLines(
        item: item, relations: try context.store.items.relations(of: item),
        currency: context.store.database.currency, customs: context.preferences.customs,
        showsName: false, seal: context.privacy.whySealed(uuid)
      ).lines
      return
        (["Name: \(item.name)"]
        + lines.filter { !$0.text.isEmpty }
        .map { "\($0.label): \($0.text)" }).joined(separator: "\n")
    }
  }
}
