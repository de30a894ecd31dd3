import Foundation
import Inventory
import Reprise
import RepriseCommands

nonisolated extension InventoryStore {
  /// The only place that a text names, by its path or the end of it.
  ///
  /// - Throws: If no place or several places match.
  func place(onlyNamed text: String) throws -> Place {
    switch try places.named(text) {
    case .one(let place): return place
    case .several(let places): throw AmbiguousPlace(text: text, paths: places.map(\.path))
    case .none(let similar):
      let hint = similar.map { "did you mean “\($0.path)”?" } ?? "`keepsake place list` prints them"
      throw UsageFailure(status: .noInput, message: "there is no place “\(text)”; \(hint)")
    }
  }

  /// The category that a text names, ignoring case.
  ///
  /// - Throws: If no category has the name.
  func category(named text: String) throws -> Category {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let found = try items.categories().first { $0.name.lowercased() == name.lowercased() }
    guard let found else {
      throw UsageFailure(
        status: .noInput,
        message: "there is no category “\(text)”; `keepsake category list` prints them")
    }
    return found
  }

  /// The saved view that a text names, ignoring case.
  ///
  /// - Throws: If no view has the name.
  func view(named text: String) throws -> SavedView {
    guard let found = try views.named(text) else {
      throw UsageFailure(
        status: .noInput, message: "there is no view “\(text)”; `keepsake view list` prints them")
    }
    return found
  }

  /// The name of the tag that a text names, ignoring case.
  ///
  /// - Throws: If no tag has the name.
  func tag(named text: String) throws -> String {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let found = try items.tags().first { $0.name.lowercased() == name.lowercased() }
    guard let found else {
      throw UsageFailure(
        status: .noInput, message: "there is no tag “\(text)”; `keepsake tag list` prints them")
    }
    return found.name
  }

  /// Reports that private items, which no command can open, keep a tag or category.
  func reportUnchangedPrivateItems() throws {
    guard try privacy.itemCount() > 0 else { return }
    Console.message("Private items are unchanged; commands can't open them")
  }
}

nonisolated extension Place {
  /// Throws if the place is private: commands have no keys.
  func checkIsOpen() throws {
    guard isMasked else { return }
    throw UsageFailure(
      status: .permission, message: "“\(path)” is private; commands can't open it, a window can")
  }
}
