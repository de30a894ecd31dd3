import Foundation
import Inventory
import Reprise

/// Asks before a place, tag or category is merged, or a tag or category is deleted.
struct ThingController {
  private let store: InventoryStore
  private let notices: NoticeCenter
  private let changes: ChangeController

  init(_ store: InventoryStore, _ notices: NoticeCenter, _ changes: ChangeController) {
    self.store = store
    self.notices = notices
    self.changes = changes
  }

  /// The alert that asks whether to merge a thing into another one; `nil` if either is gone.
  func mergeAlert(of thing: NamedThing, into target: NamedThing) -> AlertController? {
    guard var name = shownName(of: thing), var other = shownName(of: target) else { return nil }
    if name == other, let from = path(of: thing), let into = path(of: target) {
      (name, other) = (from, into)
    }
    let contents = notices.attempt { try thing.contents(in: store) } ?? nil
    let message =
      contents.map { "“\(name)” has \($0); \(Self.consequence(of: thing, $0)) “\(other)”." }
      ?? "“\(name)” is empty."
    let alert = AlertController(title: "Merge “\(name)” into “\(other)”?", message: message)
    alert.addAction(
      Action("thing.merge", "Merge", "m") {
        let edit = notices.attempt { try thing.merging(into: target, in: store) } ?? nil
        if let edit { changes.perform(edit) }
      })
    alert.addAction(.cancel())
    return alert
  }

  private static func consequence(of thing: NamedThing, _ contents: String) -> String {
    let isOne = contents.hasPrefix("1 ") && !contents.contains(" and ")
    let subject = isOne ? "it" : "they"
    return switch thing {
    case .newPlace, .place: subject + (isOne ? " moves to" : " move to")
    case .tag, .category, .view: subject + (isOne ? " gets" : " get")
    }
  }

  /// The alert that asks whether to delete a tag or category; `nil` if it is gone.
  func deletionAlert(of thing: NamedThing) -> AlertController? {
    guard let name = shownName(of: thing), let edit = deletion(of: thing) else { return nil }
    let contents = notices.attempt { try thing.contents(in: store) } ?? nil
    let alert = AlertController(
      title: "Delete the \(thing.kind) “\(name)”?",
      message: contents.map { "\($0) will no longer have it." } ?? "No item has it.")
    alert.addAction(
      Action("thing.delete", "Delete \(thing.kind)", "d", role: .destructive) {
        changes.perform(edit)
      })
    alert.addAction(.cancel())
    return alert
  }

  private func deletion(of thing: NamedThing) -> Edit? {
    switch thing {
    case .newPlace, .place, .view: return nil
    case .tag:
      let name = notices.attempt { try thing.name(in: store) } ?? nil
      return name.map { .tag(.delete($0)) }
    case .category(let uuid): return .category(.delete(uuid))
    }
  }

  /// The path of a place; `nil` for anything else.
  private func path(of thing: NamedThing) -> String? {
    guard case .place(let uuid) = thing else { return nil }
    let place = notices.attempt { try store.places.fetch(uuid) } ?? nil
    return place.map { notices.shortened($0.path, toLeave: 40) }
  }

  private func shownName(of thing: NamedThing) -> String? {
    let name = notices.attempt { try thing.name(in: store) } ?? nil
    return name.map { notices.shortened($0, toLeave: 40) }
  }
}
