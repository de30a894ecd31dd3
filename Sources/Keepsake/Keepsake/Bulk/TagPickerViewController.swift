import Foundation
import Inventory
import Reprise

/// Adds tags to items, or removes them: `bath, -old` adds one and removes another.
final class TagPickerViewController: ItemsPickerViewController, ViewControllerRestoration {
  init(context: AppContext, items: ChosenItems) {
    super.init("Tag", items, context: context)
    restorationIdentifier = "tag picker"
    restorationClass = Self.self
    searchBar.placeholder = "a tag to add, -tag to remove, or several with commas"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[AppContext.self].map {
      TagPickerViewController(context: $0, items: ChosenItems())
    }
  }

  override func loadOptions() -> [Option] {
    let tags = context.notices.attempt { try context.store.items.tags() } ?? []
    return tags.map { Option(id: $0.name, title: $0.name) }
  }

  /// The tags that match, each with the minus sign that was typed.
  override func options(matching text: String) -> [Option] {
    guard !text.contains(",") else { return [] }
    guard let name = Self.removed(text) else { return super.options(matching: text) }
    return super.options(matching: name).map { Option(id: "-" + $0.id, title: "-" + $0.title) }
  }

  /// The name after a minus sign; `nil` for any other text.
  private static func removed(_ text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespaces)
    return text.hasPrefix("-")
      ? text.dropFirst().trimmingCharacters(in: .whitespaces) : nil
  }

  /// The tags to add and to remove that a text names.
  private static func tags(in text: String) -> (added: [String], removed: [String]) {
    let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return (
      names.filter { !$0.isEmpty && !$0.hasPrefix("-") },
      names.compactMap(removed).filter { !$0.isEmpty }
    )
  }

  override func newOption(from text: String) -> Option? {
    let (added, removed) = Self.tags(in: text)
    guard !added.isEmpty || !removed.isEmpty else { return nil }
    if text.contains(",") {
      let parts = [
        added.isEmpty ? "" : "add " + added.map { "“\($0)”" }.joined(separator: ", "),
        removed.isEmpty ? "" : "remove " + removed.map { "“\($0)”" }.joined(separator: ", "),
      ].filter { !$0.isEmpty }
      return Option(id: text, title: parts.joined(separator: "; ").capitalizedFirst)
    }
    guard let name = added.first, existingOption(for: name) == nil else { return nil }
    return Option(id: name, title: "+ New tag “\(name)”")
  }

  override func choose(_ option: Option) -> Bool {
    guard let items = itemsToChange() else { return true }
    let isSeveral = searchBar.text.contains(",")
    let (added, removed) =
      isSeveral
      ? Self.tags(in: option.id)
      : option.id.hasPrefix("-") ? ([], [String(option.id.dropFirst())]) : ([option.id], [])
    return context.changes.perform(.tagItems(items, adding: added, removing: removed)) {
      guard $0.count > 0 else {
        return removed.isEmpty
          ? "Already tagged" : added.isEmpty ? "No such tag there" : "Unchanged"
      }
      return $0.line(removed.isEmpty ? "Tagged" : "Changed the tags of")
    }
  }
}
