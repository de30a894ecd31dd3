import ArgumentParser
import Foundation
import Inventory

/// The words that a shell offers after Tab, from the inventory of this login.
///
/// A shell that completes a word changes nothing and shows no error: without an inventory, nothing is offered.
nonisolated enum Completions {
  /// The most words that are offered.
  private static let most = 200

  /// Names of items.
  static let item = CompletionKind.custom { _, _, prefix in
    offered { try itemNames(beginningWith: unquoted(prefix), in: $0) }
  }

  /// Names of places and tags, which a search finds.
  static let query = CompletionKind.custom { _, _, prefix in
    offered { store in
      matching(unquoted(prefix), try store.places.fetchAll().map(\.name) + tagNames(in: store))
    }
  }

  /// `field=value`: names of fields, then places, categories and tags.
  static let assignment = CompletionKind.custom { words, index, prefix in
    let (field, text, head) = assignment(words, index, unquoted(prefix))
    guard let field else {
      return matching(text, FieldAssignments.names.map { $0 + "=" })
    }
    return offered { try values(of: field, beginningWith: text, in: $0) }.map { head + $0 }
  }

  /// Paths of places.
  static let place = CompletionKind.custom { _, _, prefix in
    offered { matching(unquoted(prefix), try paths($0.places.fetchAll())) }
  }

  /// Names of tags.
  static let tag = CompletionKind.custom { _, _, prefix in
    offered { matching(unquoted(prefix), try tagNames(in: $0)) }
  }

  /// Names of categories.
  static let category = CompletionKind.custom { _, _, prefix in
    offered { matching(unquoted(prefix), try $0.items.categories().map(\.name)) }
  }

  /// Names of saved views.
  static let view = CompletionKind.custom { _, _, prefix in
    offered { matching(unquoted(prefix), try $0.views.fetchAll().map(\.name)) }
  }

  /// Names of settings.
  static let setting = CompletionKind.list(InventorySetting.allCases.map { $0.rawValue + "=" })

  // MARK: - Words

  /// The field and the beginning of its value; no field before its `=`.
  ///
  /// Bash makes three words of `place=Ho`, and replaces only what follows the `=`.
  ///
  /// - Returns: The head is the part of the word that the offered words have to repeat.
  private static func assignment(
    _ words: [String], _ index: Int, _ prefix: String
  ) -> (field: String?, text: String, head: String) {
    if let equals = prefix.firstIndex(of: "="), equals > prefix.startIndex {
      let value = prefix.index(after: equals)
      return (String(prefix[..<equals]), String(prefix[value...]), String(prefix[..<value]))
    }
    let before = words.prefix(max(0, index))
    if prefix == "=", let field = before.last { return (field, "", "") }
    if before.last == "=", let field = before.dropLast().last { return (field, prefix, "") }
    return (nil, prefix, "")
  }

  /// A word without the quotes and escapes that the shell passes with it.
  private static func unquoted(_ word: String) -> String {
    var text = word
    if let quote = text.first, quote == "\"" || quote == "'" { text.removeFirst() }
    return text.replacing("\\", with: "")
  }

  /// The words that begin with a prefix, whatever its case, each once.
  private static func matching(_ prefix: String, _ words: [String]) -> [String] {
    var seen: Set<String> = []
    let found = words.filter {
      $0.range(of: prefix, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
        || prefix.isEmpty
    }
    return Array(found.filter { seen.insert($0).inserted && !$0.contains("\n") }.prefix(most))
  }

  // MARK: - The inventory

  private static func offered(_ words: (InventoryStore) throws -> [String]) -> [String] {
    guard let store = try? Workspace.openInventory(access: .read) else { return [] }
    return (try? words(store)) ?? []
  }

  private static func values(
    of field: String, beginningWith prefix: String, in store: InventoryStore
  ) throws -> [String] {
    switch FieldAssignments.field(named: field) {
    case .place: matching(prefix, try paths(store.places.fetchAll()))
    case .category: matching(prefix, try store.items.categories().map(\.name))
    case .tags: matching(prefix, try tagNames(in: store))
    case .archived, .insured, .lifetimeWarranty: ["yes", "no"]
    default: []
    }
  }

  /// Reads only items that contain the word being typed: an inventory can be very large.
  private static func itemNames(
    beginningWith prefix: String, in store: InventoryStore
  ) throws -> [String] {
    let list = try ItemList(store: store, query: ItemQuery(filter: prefix))
    var names: [String] = []
    var index = 0
    while names.count < most, index < 10 * most, let row = try list.row(at: index) {
      names += matching(prefix, [row.name])
      index += 1
    }
    return matching(prefix, names)
  }

  private static func tagNames(in store: InventoryStore) throws -> [String] {
    try store.items.tags().map(\.name)
  }

  /// The paths of places that come after those around them.
  private static func paths(_ places: [Place]) -> [String] {
    var known: [UUID: String] = [:]
    return places.map { place in
      let around = place.parent.flatMap { known[$0] }
      let path = (around.map { $0 + " / " } ?? "") + place.name
      known[place.uuid] = path
      return path
    }
  }
}
