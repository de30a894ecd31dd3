import RepriseTesting
import Foundation
import Testing

@testable import Inventory

/// Random edits that a user could make, each in one undo step.
public struct RandomEdits {
  /// The edited inventory.
  public let store: InventoryStore
  /// Places that stay out of the trash, so that their contents aren't moved.
  public var kept: Set<UUID> = []
  private let session = InventoryHome.session

  /// Creates random edits of an inventory.
  public init(store: InventoryStore, kept: Set<UUID> = []) {
    self.store = store
    self.kept = kept
  }

  /// Makes one edit; returns `false` if there was nothing to do.
  public func step(_ number: Int, using random: inout SeededGenerator) throws -> Bool {
    let items = try self.items()
    let places = try self.places(in: nil)
    let place = Bool.random(using: &random) ? places.randomElement(using: &random) : nil
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      try store.add("Thing \(number)") {
        $0.place = place?.uuid
        $0.importReference = "ref-\(number)"
      }
    case 2:
      guard var item = items.randomElement(using: &random) else { return false }
      item.name += "!"
      item.place = place?.uuid
      item.archivedAt = Bool.random(using: &random) ? 5 : nil
      item.tags = Bool.random(using: &random) ? ["red", "blue"] : []
      try store.changes.perform(.updateItem(item), session: session)
    case 3:
      guard let item = items.randomElement(using: &random) else { return false }
      try store.changes.perform(.trashItems([item.uuid]), session: session)
    case 4:
      try store.addPlace("Place \(number)", in: place)
    case 5:
      guard let place else { return false }
      try store.changes.perform(.renamePlace(place.uuid, to: "Room \(number)"), session: session)
    case 6:
      guard let place, !kept.contains(place.uuid) else { return false }
      let contents = Edit.Contents.allCases.randomElement(using: &random) ?? .moveUp
      try store.changes.perform(.trashPlace(place.uuid, contents: contents), session: session)
    default:
      let report = try importSome(number, places)
      return report.created + report.changed > 0
    }
    return true
  }

  private func importSome(_ number: Int, _ places: [Place]) throws -> ImportReport {
    var text = "HB.import_ref,HB.name,HB.location,HB.tags\n"
    for row in 0..<4 {
      text += "ref-\(number - row),Imported \(number) \(row),Home / Shelf \(row % 2),new;red\n"
    }
    return try InventoryHome().importText(text, into: store)
  }

  private func items() throws -> [Item] {
    let list = try ItemList(store: store)
    return try (0..<list.count).compactMap { index in
      try list.row(at: index).flatMap { try store.items.fetch($0.uuid) }
    }
  }

  private func places(in parent: UUID?) throws -> [Place] {
    try store.places.children(of: parent).flatMap { try [$0] + places(in: $0.uuid) }
  }
}
