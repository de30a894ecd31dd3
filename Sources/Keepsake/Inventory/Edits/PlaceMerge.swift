import Foundation
import GRDB

/// Moves the contents of a place into another one.
struct PlaceMerge {
  /// A place that is emptied, and the place that gets its contents.
  private struct Step {
    let source: StoredPlace
    let target: StoredPlace
  }

  private let transaction: WriteTransaction
  private let hidden: [UUID?: [PrivateItem]]
  private var waiting: [Step] = []
  private var steps: [Step] = []
  /// The places that are emptied, which can't get anything.
  private var sources: Set<Int64> = []

  init(_ transaction: WriteTransaction) throws {
    self.transaction = transaction
    hidden = try PlaceEdits.privateItems(transaction)
  }

  /// Empties a place into another one, and moves it and the inner places that were merged to the trash.
  ///
  /// Uses no recursion: a file may be nested deeper than ``Bounds/levels``.
  mutating func merge(_ source: StoredPlace, into target: StoredPlace) throws {
    plan(source, into: target)
    while let step = waiting.popLast() {
      steps.append(step)
      try movePlaces(step)
      try PlaceEdits.moveItems(
        in: step.source, to: step.target.place.uuid, hidden, in: transaction)
      if transaction.isLimited {
        try HiddenItems(transaction.db).leave(
          step.source.id, for: step.target.id, in: transaction)
      }
    }
    // Innermost first, so that undo, which goes backwards, finds each place around another.
    for step in steps.reversed() {
      try PlaceEdits.trashEmpty(step.source.id, as: .merge, in: transaction)
    }
  }

  private mutating func plan(_ source: StoredPlace, into target: StoredPlace) {
    sources.insert(source.id)
    waiting.append(Step(source: source, target: target))
  }

  private mutating func movePlaces(_ step: Step) throws {
    for child in try StoredPlace.children(transaction.db, of: step.source.id) {
      let name = try PlaceEdits.openName(of: child.place, in: transaction)
      let twin = try StoredPlace.child(
        named: name, in: step.target, openedWith: transaction.sealing, transaction.db)
      if let twin {
        // A place that is emptied itself keeps nothing: its contents go where this one's do.
        plan(child, into: sources.contains(twin.id) ? step.target : twin)
      } else {
        var wanted = child.place
        wanted.parent = step.target.place.uuid
        _ = try PlaceEdits.log(child, wanted: wanted, .update, in: transaction)
      }
    }
  }
}
