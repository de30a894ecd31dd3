import Reprise
import RepriseTesting
import Testing

/// State outlives the version of the app that saved it (contract 10.1.4).
@Suite struct TypesOverTimeTests {
  private let current = CurrentEdition(.first)

  private func second(_ change: (inout Edition) -> Void) -> Edition {
    var edition = Edition.first
    edition.version = "2"
    change(&edition)
    return edition
  }

  /// A first version with two cards on the stack.
  private func startFirst() throws -> Pilot {
    let pilot = try current.start()
    try pilot.push(["title": "one"])
    try pilot.push(["title": "two"])
    return pilot
  }

  private func restart(_ pilot: Pilot, as edition: Edition) throws {
    current.edition = edition
    try pilot.restartAndRestore()
  }

  @Test func renamedTypeIsRestoredByItsFormerKey() throws {
    let pilot = try startFirst()
    try restart(
      pilot,
      as: second { edition in
        edition.registry = RestorationRegistry()
        edition.registry.register(Sheet.self, as: "sheet", formerly: ["paper", "card"])
        edition.registry.register(Home.self, as: "home")
      })
    #expect(pilot.cards.map(\.texts["title"]) == ["one", "two"])
    #expect(pilot.cards.allSatisfy { $0 is Sheet })
  }

  @Test func aRenamedIdentifierIsFound() throws {
    let pilot = try startFirst()
    try pilot.change { $0.home?.text = "kept" }
    try restart(
      pilot,
      as: second { edition in
        edition.homeIdentifier = "start"
        edition.registry.rename(identifier: "home", to: "start", of: "home")
      })
    #expect(pilot.home?.text == "kept")
  }

  @Test func olderValuesAreBroughtUpToDateStepByStep() throws {
    let pilot = try startFirst()
    try restart(
      pilot,
      as: second { edition in
        edition.keys = ["heading"]
        edition.registry.register(Card.self, as: "card", schema: 3)
        edition.registry.addMigration(of: "card", from: 1) { $0.rename("title", to: "name") }
        edition.registry.addMigration(of: "card", from: 2) { state in
          if case .string(let name) = state["name"] { state["heading"] = .string(name + "!") }
          state["name"] = nil
        }
      })
    #expect(pilot.cards.map(\.texts["heading"]) == ["one!", "two!"])
    // Migrated values are stored in the new form, and not migrated again.
    try pilot.restartAndRestore()
    #expect(pilot.cards.map(\.texts["heading"]) == ["one!", "two!"])
  }

  @Test func aMigrationThatFailsLeavesTheObjectOutAndKeepsIt() throws {
    struct Broken: Error {}
    let pilot = try startFirst()
    try restart(
      pilot,
      as: second { edition in
        edition.registry.register(Card.self, as: "card", schema: 2)
        edition.registry.addMigration(of: "card", from: 1) { _ in throw Broken() }
      })
    #expect(pilot.cards.isEmpty)
    #expect(pilot.keptPaths == [["stack", "card"], ["stack", "card"]])
    try restart(pilot, as: .first)
    #expect(pilot.cards.map(\.texts["title"]) == ["one", "two"])
  }

  /// State of a newer version that this one does not know.
  nonisolated enum Strange: String, CaseIterable, Sendable {
    case schema, type, restorationClass, place
  }

  private func newer(_ strange: Strange) -> Edition {
    second { edition in
      switch strange {
      case .schema: edition.registry.register(Card.self, as: "card", schema: 2)
      case .type:
        edition.registry = RestorationRegistry()
        edition.registry.register(Card.self, as: "playing card")
        edition.registry.register(restorationClass: Card.self, as: "card")
        edition.registry.register(Home.self, as: "home")
      case .place: edition.homeIdentifier = "start"
      case .restorationClass:
        edition.registry = RestorationRegistry()
        edition.registry.register(Card.self, as: "new card")
        edition.registry.register(Home.self, as: "home")
      }
    }
  }

  /// Also an app that never gave itself a version.
  @Test(arguments: Strange.allCases, [true, false])
  func goingBackAndForthLosesNothing(_ strange: Strange, hasVersions: Bool) throws {
    func named(_ edition: Edition) -> Edition {
      var edition = edition
      if !hasVersions { edition.version = "" }
      return edition
    }
    let newer = named(newer(strange))
    current.edition = newer
    let pilot = try startFirst()
    try restart(pilot, as: named(.first))
    #expect(!pilot.keptPaths.isEmpty)
    // Another launch of the older version, with something done in it.
    try pilot.restartAndRestore()
    try pilot.change { $0.home?.text = "changed" }
    try pilot.restartAndRestore()
    #expect(pilot.home?.text == "changed")
    try restart(pilot, as: newer)
    #expect(pilot.cards.map(\.texts["title"]) == ["one", "two"])
    // The values in their place are not carried along.
    try pilot.restartAndRestore()
    #expect(pilot.cards.map(\.texts["title"]) == ["one", "two"])
    #expect(pilot.keptPaths.isEmpty || !hasVersions)
  }

  @Test func carriedStateIsDroppedWhenItsPlaceChanged() throws {
    current.edition = newer(.schema)
    let pilot = try startFirst()
    try restart(pilot, as: .first)
    try pilot.push(["title": "mine"])
    try restart(pilot, as: newer(.schema))
    #expect(pilot.cards.isEmpty || pilot.cards.map(\.texts["title"]) == ["mine"])
  }

  /// Undecoded values of another type are not carried to a later launch.
  @Test func stateOfAnotherTypeIsNotCarried() throws {
    func edition(_ version: String, _ make: @escaping () -> Card) -> Edition {
      var edition = Edition(version: version)
      edition.registry.register(Card.self, as: "card")
      edition.registry.register(Sheet.self, as: "sheet")
      edition.makeHome = {
        let card = make()
        card.restorationClass = nil
        return card
      }
      return edition
    }
    let sheets = edition("1") { Sheet([:], keys: ["title", "colour"]) }
    current.edition = sheets
    let pilot = try current.start()
    func write(_ texts: [String: String]) throws {
      try pilot.change { pilot in
        pilot.cards.first?.texts = texts
        pilot.cards.first?.setNeedsPreservation()
      }
    }
    try write(["title": "one", "colour": "red"])
    try restart(pilot, as: edition("2") { Card([:], keys: ["title"]) })
    #expect(pilot.cards.map(\.texts) == [[:]], "a card is no sheet")
    try write(["title": "two"])
    try restart(pilot, as: sheets)
    #expect(pilot.cards.map(\.texts) == [["title": "two"]])
  }

  @Test(arguments: [("1", "2"), ("", "")])
  func unknownKeysArePassedOn(_ old: String, _ new: String) throws {
    var first = Edition.first
    first.version = old
    let newer = second { ($0.version, $0.keys) = (new, ["title", "colour"]) }
    current.edition = newer
    let pilot = try current.start()
    try pilot.push(["title": "one", "colour": "red"], keys: newer.keys)
    try restart(pilot, as: first)
    try pilot.restartAndRestore()
    try pilot.change { pilot in
      pilot.cards.first?.texts["title"] = "uno"
      pilot.cards.first?.setNeedsPreservation()
    }
    try restart(pilot, as: newer)
    #expect(pilot.cards.map(\.texts) == [["title": "uno", "colour": "red"]])
    // The newer version takes it away for good.
    try pilot.change { pilot in
      pilot.cards.first?.texts["colour"] = nil
      pilot.cards.first?.setNeedsPreservation()
    }
    try pilot.restartAndRestore()
    #expect(pilot.cards.map(\.texts) == [["title": "uno"]])
  }
}
