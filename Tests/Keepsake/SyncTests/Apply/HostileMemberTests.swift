import RepriseTesting
import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// A member that sends what Keepsake never would: deep, wide or malformed operations.
@Suite struct HostileMemberTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
  }

  private static func key(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  private func send(_ writes: [RowWrite], from device: String = "hostile") throws {
    for start in stride(from: 0, to: writes.count, by: 500) {
      try homes.add(
        SyncOperation(
          lastSequence: Int64(homes.log.count), author: "Mallory",
          writes: Array(writes[start..<min(writes.count, start + 500)])),
        from: device)
    }
  }

  /// A chain of rows, each in the previous one.
  private static func chain(_ kind: SyncedTable, _ count: Int) -> [RowWrite] {
    let column = kind == .place ? "parent" : "parent_item_id"
    return (1...count).map { number in
      var cells: [String: SharedValue] = [
        "name": .text("n \(number)"), MergedRow.life: .null, Item.createdColumn: .integer(1),
      ]
      if number > 1 { cells[column] = .text(key(number - 1)) }
      return RowWrite(kind.row(key(number)), cells)
    }
  }

  /// Receives on a small stack, like that of a mostly sleeping thread, one operation at a time or all at
  /// once.
  private func receiveOnSmallStack(_ store: InventoryStore, atOnce: Int) throws {
    final class Box: @unchecked Sendable { var error: (any Error)? }
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    let (homes, store) = (homes, store)
    let work = {
      do {
        while try store.household.membership()?.lastSequence != Int64(homes.log.count) {
          try homes.receive(store, most: atOnce)
        }
      } catch { box.error = error }
      done.signal()
    }
    nonisolated(unsafe) let body = work
    let thread = Thread { body() }
    thread.stackSize = 256 << 10
    thread.start()
    done.wait()
    if let error = box.error { throw error }
  }

  private func expectTheSame() throws {
    #expect(try homes.differences(anna, ben) == [])
    for store in [anna, ben] {
      let levels = try store.levels()
      #expect(levels.items <= Bounds.levels && levels.places <= Bounds.levels, "\(levels)")
      #expect(try store.wrongPlaceCounts() == [] && store.recount() == store.database.counts)
      try store.database.checkIntegrity()
    }
  }

  @Test(arguments: [SyncedTable.place, .item], ["outermost first", "innermost first", "mixed"])
  func aDeepChainIsSplitTheSameWayInAllHomes(kind: SyncedTable, order: String) throws {
    var writes = Self.chain(kind, 1500)
    if order == "innermost first" { writes.reverse() }
    if order == "mixed" {
      var random = SeededGenerator(seed: 7)
      writes.shuffle(using: &random)
    }
    try send(writes)
    try receiveOnSmallStack(anna, atOnce: 1)
    try receiveOnSmallStack(ben, atOnce: .max)
    try expectTheSame()
    let unplaced = try anna.household.unplacedRows()
    #expect(unplaced.count >= 1500 / Bounds.levels && unplaced.count < 300)
    let lamp = try anna.add("Lamp")
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(lamp.uuid) != nil)
  }

  /// Twice as many rows take about twice as many statements, not four times as many.
  @Test(arguments: ["nested", "fan", "dangling", "values", "nameless", "trashed"])
  func theCostIsLinearInTheInput(kind: String) throws {
    func cost(_ count: Int) throws -> Int {
      let homes = try SharedHomes(household: "h")
      let store = try homes.found("\(count)")
      let writes = Self.attack(kind, count)
      for start in stride(from: 0, to: count, by: 25) {
        for (index, write) in writes[start..<start + 25].enumerated() {
          try homes.add(
            SyncOperation(lastSequence: 0, author: "Mallory", writes: [write]),
            from: kind == "values" ? "d\(start + index)" : "hostile")
        }
      }
      return try store.statements {
        while try store.household.membership()?.lastSequence != Int64(homes.log.count) {
          try homes.receive(store, most: 25)
        }
      }.count
    }
    let (small, large) = (try cost(500), try cost(1000))
    #expect(Double(large) < 2.6 * Double(small), "\(small) and \(large) statements")
  }

  /// `HOUSEHOLD_ATTACK=30000 swift test --filter HostileMemberTests` prints the time for that many rows and values.
  @Test(
    .enabled(if: attackSize > 0), arguments: ["nested", "fan", "values", "nameless", "trashed"])
  func theFullSizeTakesSeconds(kind: String) throws {
    let writes = Self.attack(kind, Self.attackSize)
    let clock = ContinuousClock()
    var sequence = Int64(homes.log.count)
    let time = try clock.measure {
      for start in stride(from: 0, to: writes.count, by: 1000) {
        var operations: [(operation: SyncOperation?, operationID: OperationID)] = []
        for (index, write) in writes[start..<min(writes.count, start + 1000)].enumerated() {
          sequence += 1
          let number = start + index
          operations.append(
            (
              SyncOperation(lastSequence: 0, author: "Mallory", writes: [write]),
              OperationID(
                device: kind == "values" ? "d\(number)" : "hostile",
                number: kind == "values" ? 1 : Int64(number + 1), sequence: sequence)
            ))
        }
        try anna.household.receive(operations, author: "Anna")
      }
    }
    let unapplied = try clock.measure { try anna.household.applyUnapplied(author: "Anna") }
    print("\(kind), \(writes.count) operations: \(time), then \(unapplied)")
  }

  private static let attackSize =
    ProcessInfo.processInfo.environment["HOUSEHOLD_ATTACK"].flatMap(Int.init) ?? 0

  private static func attack(_ kind: String, _ count: Int) -> [RowWrite] {
    switch kind {
    case "nested": return chain(.place, count)
    case "nameless", "trashed":
      return chain(.place, count).map { write in
        var write = write
        if kind == "nameless" { write.cells["name"] = nil }
        if kind == "trashed" { write.cells[MergedRow.life] = .integer(1) }
        return write
      }
    case "values": return (0..<count).map { value(0, ["name": .text("n \($0)")]) }
    default: break
    }
    // For a fan, all other places are inside the deepest place of a chain.
    let depth = kind == "fan" ? Bounds.levels : 0
    return (depth == 0 ? [] : chain(.place, depth))
      + (depth..<count).map { number in
        switch kind {
        case "fan": place(number, "n \(number)", in: key(Bounds.levels))
        case "dangling": place(number, "n \(number)", in: key(1_000_000))
        default: place(number, "n", in: nil)
        }
      }
  }

  private static func place(_ number: Int, _ name: String, in parent: String?) -> RowWrite {
    var cells: [String: SharedValue] = ["name": .text(name), MergedRow.life: .null]
    cells["parent"] = parent.map(SharedValue.text)
    return RowWrite(SyncedTable.place.row(key(number + 1)), cells)
  }

  private static func value(_ number: Int, _ cells: RowImage) -> RowWrite {
    let others: RowImage = [MergedRow.life: .null, Item.createdColumn: .integer(1)]
    return RowWrite(SyncedTable.item.row(key(number + 1)), cells.merging(others) { one, _ in one })
  }

  // MARK: - Operations that are set aside

  @Test func badOperationsAreSetAsideWithTheirAuthorAndTheRestApplied() throws {
    let drill = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    for store in [anna, ben] {
      try store.household.noteDevices([
        SyncDevice(device: "hostile", member: "Mallory", machine: "den", joined: 1)
      ])
    }
    let lastSequence = Int64(homes.log.count)
    func name(_ name: String, lastSequence: Int64) -> SyncOperation {
      SyncOperation(
        lastSequence: lastSequence, author: "Anna",
        writes: [RowWrite(SyncedTable.item.row(drill.uuid), ["name": .text(name)])])
    }
    try homes.add(bytes: [1, 2, 3], from: "hostile", number: 1)
    try homes.add(name("early", lastSequence: lastSequence + 9), from: "hostile", number: 2)
    try homes.add(name("far ahead", lastSequence: lastSequence), from: "hostile", number: 99)
    try homes.add(name("", lastSequence: lastSequence), from: "hostile", number: 3)
    var late = name("out of time", lastSequence: lastSequence)
    late.at = .max
    try homes.add(late, from: "hostile", number: 4)
    try homes.add(name("Hammer drill", lastSequence: lastSequence), from: "hostile", number: 5)
    for atOnce in [1, Int.max] {
      try receiveOnSmallStack(atOnce == 1 ? anna : ben, atOnce: atOnce)
    }
    for store in [anna, ben] {
      #expect(try store.items.fetch(drill.uuid)?.name == "Hammer drill")
      let lines = try store.household.setAsideChanges().map(\.line)
      #expect(lines.count == 4)
      #expect(lines.allSatisfy { $0.contains("by Mallory (den) w") }, "\(lines)")
      #expect(
        lines.first
          == "2 changes by Mallory (den) were set aside: values that no inventory can have")
    }
    try expectTheSame()
  }

  /// Values that no table can hold aren't merged, whether the batches arrive one by one or all at once.
  @Test func invalidValuesAreLeftOutTheSameWayInAllHomes() throws {
    let item = SyncedTable.item.row(Self.key(1))
    let place = SyncedTable.place.row(Self.key(2))
    let long = SharedValue.text(String(repeating: "x", count: Bounds.textBytes + 1))
    try send([
      RowWrite(
        item, ["name": .text("Drill"), Item.createdColumn: .integer(1), MergedRow.life: .null]),
      RowWrite(place, ["name": .text("Attic"), MergedRow.life: .null]),
    ])
    for cells in [
      ["name": .text(" ")], ["notes": long], ["quantity": .real(-1)], ["name": .null],
      ["tag:a": .text("a;b")], ["notes": .text("a\0b"), "unit": .text("pair")],
    ] as [RowImage] { try send([RowWrite(item, cells)]) }
    for cells in [["name": .text("a/b")], ["name": .null], ["notes": long]] as [RowImage] {
      try send([RowWrite(place, cells)])
    }
    try send([RowWrite(SyncedTable.setting.row("insurer"), ["value": long])])
    try receiveOnSmallStack(anna, atOnce: 1)
    try receiveOnSmallStack(ben, atOnce: .max)
    try expectTheSame()
    for store in [anna, ben] {
      let uuid = try #require(SharedKey.uuid(Self.key(1)))
      let found = try #require(try store.items.fetch(uuid))
      #expect(found.name == "Drill" && found.notes == "" && found.unit == "pair")
      #expect(try store.places.children(of: nil).map(\.name) == ["Attic"])
      #expect(try store.household.setAsideChanges().map(\.count) == [9])
    }
  }

  /// Each cell is valid alone; together they would duplicate a tag or a field.
  @Test func cellsThatDuplicateATagOrFieldDoNotBlockTheItem() throws {
    let item = SyncedTable.item.row(Self.key(1))
    let twice: RowImage = [
      "field:mint": .text("Mint\0Pretoria"), "field:b": .text("Mint \0Perth"),
      "field:c": .text("Paint"), "field:d": .integer(1), "tag:gold": .text("Gold"),
      "tag:b": .text("gold"), "tag:c": .real(1),
    ]
    try send([
      RowWrite(
        item, ["name": .text("Coin"), Item.createdColumn: .integer(1), MergedRow.life: .null])
    ])
    try send([RowWrite(item, twice)])
    for (column, value) in twice { try send([RowWrite(item, [column: value])]) }
    try send([RowWrite(item, ["name": .text("Krugerrand"), "tag:none": .null])])
    try receiveOnSmallStack(anna, atOnce: 1)
    try receiveOnSmallStack(ben, atOnce: .max)
    try expectTheSame()
    for store in [anna, ben] {
      let found = try #require(try SharedKey.uuid(Self.key(1)).flatMap(store.items.fetch))
      #expect(found.name == "Krugerrand" && found.tags == ["Gold"])
      #expect(found.fields == [CustomField(name: "Mint", value: "Pretoria")])
      #expect(try Self.unappliedCount(store) == 0)
      #expect(try store.household.setAsideChanges().map(\.count) == [6])
    }
  }

  private static func unappliedCount(_ store: InventoryStore) throws -> Int {
    try store.database.file.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM household_pending") ?? 0
    }
  }

  /// A value written in the meantime is written again with knowledge of the others, and replaces them.
  @Test func aUsersValueIsNotLostInACellFilledByOthers() throws {
    let drill = try anna.add("Drill")
    try homes.synchronize(anna, ben)
    var wanted = try #require(try anna.items.fetch(drill.uuid))
    wanted.name = "Hammer drill"
    try anna.changes.perform(.updateItem(wanted), session: InventoryHome.session)
    while try anna.household.record(author: "Anna") > 0 {}
    let lastSequence = Int64(homes.log.count)
    for number in 0..<OperationBounds.valuesPerCell + 10 {
      try homes.add(
        SyncOperation(
          lastSequence: lastSequence, author: "Mallory",
          writes: [
            RowWrite(SyncedTable.item.row(drill.uuid), ["name": .text("junk \(number)")])
          ]), from: "d\(number)")
    }
    try homes.synchronize(anna, ben)
    try expectTheSame()
    for store in [anna, ben] {
      #expect(try store.items.fetch(drill.uuid)?.name == "Hammer drill")
      #expect(try store.household.conflicts(of: drill.uuid) == [])
      #expect(
        try store.household.setAsideChanges().contains {
          $0.reason.hasPrefix("more than 64 values")
        })
    }
  }

  /// Only the first places of one name get numbers, so many of them don't block anyone.
  @Test func manyPlacesOfOneNameGetTheSameNamesInAllHomes() throws {
    let attic = try anna.addPlace("Attic (3)")
    try homes.synchronize(anna, ben)
    try send((0..<60).map { Self.place($0, "Attic", in: nil) })
    try receiveOnSmallStack(anna, atOnce: 1)
    try receiveOnSmallStack(ben, atOnce: .max)
    try homes.synchronize(anna, ben)
    try expectTheSame()
    let names = Set(try anna.places.children(of: nil).map(\.name))
    #expect(names.count == 61 && names.contains("Attic") && names.contains("Attic (2)"))
    #expect(try anna.places.fetch(attic.uuid)?.name == "Attic (3)")
  }

  /// A nameless place shows once it gets a name, and a place in a trashed one nests again after the restore.
  @Test(arguments: ["nameless", "trashed"])
  func unappliedPlacesAreShownOncePossible(kind: String) throws {
    try send(Self.attack(kind, 100))
    try receiveOnSmallStack(anna, atOnce: 1)
    #expect(try Self.unappliedCount(anna) == 0)
    let column = kind == "nameless" ? "name" : MergedRow.life
    try send(
      (1...100).map { number in
        let value: SharedValue = kind == "nameless" ? .text("n \(number)") : .null
        return RowWrite(SyncedTable.place.row(Self.key(number)), [column: value])
      })
    try receiveOnSmallStack(anna, atOnce: 1)
    try receiveOnSmallStack(ben, atOnce: .max)
    try expectTheSame()
    #expect(try anna.levels().places == Bounds.levels)
  }

  /// A place that shows the name with a number has an earlier claim to the name than a new one.
  @Test func aNameIsSharedWithAPlaceThatShowsItWithANumber() throws {
    for name in ["Box (2)", "Box (12)"] {
      let place = try anna.addPlace(name)
      let isShared = try anna.database.write(source: "test", isWhole: true) { transaction in
        try MergeApplier(transaction)
          .isShared("Box", in: nil, by: SyncedTable.place.row(Self.key(1)))
      }
      #expect(isShared, "\(name)")
      try anna.changes.perform(.trashPlace(place.uuid, contents: .trash), session: "test")
    }
  }

  // MARK: - The cost of a wide row

  /// Merging a change reads the history of each row once; setting a change aside reads none.
  @Test func theHistoryOfAWideRowIsReadOnce() throws {
    func write(_ round: Int) -> [RowWrite] {
      let fields = (0..<200).map { ("field:f\($0)", SharedValue.text("f\($0)\0\(round)")) }
      let cells = RowImage(uniqueKeysWithValues: fields + [("name", .text("Coin"))])
      return [Self.value(0, cells)]
    }
    for round in 0..<6 {
      let operation = SyncOperation(lastSequence: 0, author: "Mallory", writes: write(round))
      try homes.add(operation, from: "device \(round % 2)")
    }
    try homes.add(
      SyncOperation(lastSequence: 0, author: "Mallory", writes: write(9)), from: "device 1",
      number: 9
    )
    let statements = try anna.statements { try receiveOnSmallStack(anna, atOnce: 1) }
    let reads = statements.filter { $0.contains("columns, written FROM household_history") }
    #expect((1...6).contains(reads.count), "\(reads.count)")
    #expect(try anna.changes.history(of: #require(SharedKey.uuid(Self.key(1)))).isEmpty == false)
  }

  @Test func aRowWithTheMostFieldsIsCheckedInSeconds() {
    let cells = RowImage(
      uniqueKeysWithValues: (0..<OperationBounds.valuesPerRow).map {
        ("field:f\($0)", .text("F\($0)\0value"))
      })
    let time = ContinuousClock().measure {
      #expect(SharedRules.storable(Self.value(0, cells)).count == cells.count + 2)
    }
    #expect(time < .seconds(5))
  }
}
