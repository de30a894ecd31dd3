import Foundation
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// An import that is canceled, wherever it is, leaves the inventory and its files as they were.
@Suite(.leavesMainActorAlone) struct CanceledImportTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  /// Cancels at the first question, then at the second, until an import ends before it is canceled.
  private func cancelEverywhere(
    _ run: (_ isCanceled: @escaping () -> Bool) throws -> ImportReport
  ) throws -> Int {
    for patience in 0..<1000 {
      var asked = 0
      let report = try run {
        asked += 1
        return asked > patience
      }
      guard report.isCanceled else {
        #expect(report.isWritten && report.created > 0)
        return patience
      }
      #expect(!report.isWritten)
      #expect(try store.recount().isEmpty, "canceled at question \(patience + 1)")
      #expect(try files().isEmpty, "canceled at question \(patience + 1)")
    }
    return 1000
  }

  /// The names of the attached files.
  private func files() throws -> [String] {
    let manager = FileManager.default
    guard manager.fileExists(atPath: store.attachments.path) else { return [] }
    return try manager.subpathsOfDirectory(atPath: store.attachments.path).filter {
      $0.contains("/") && !$0.hasSuffix("/")
    }
  }

  @Test func aHomeboxTable() throws {
    let rows = (1...1700).map { "Lamp \($0),Attic\n" }
    let path = try home.file("homebox.csv", "HB.name,HB.location\n" + rows.joined())
    let questions = try cancelEverywhere { isCanceled in
      var importer = CSVImporter(store: store)
      importer.isCanceled = isCanceled
      return try importer.importFile(at: path, session: InventoryHome.session)
    }
    #expect(questions == 4)
  }

  @Test func aTableOfAnotherLayout() throws {
    let rows = (1...1700).map { "Lamp \($0),Attic\n" }
    let path = try home.file("list.csv", "Name,Room\n" + rows.joined())
    let questions = try cancelEverywhere { isCanceled in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      let options = TableImportOptions()
      let file = try ImportedFile(descriptor: descriptor, path: path).table(options)
      var importer = try TableImporter(store: store, file: file, options: options)
      importer.isCanceled = isCanceled
      return try importer.run(session: InventoryHome.session).items
    }
    #expect(questions == 4)
  }

  /// Also while its files are copied, which then belong to nothing.
  @Test func aCollection() throws {
    let path = home.path + "/collection.zip"
    try MadeCollection.household.write(to: path)
    let questions = try cancelEverywhere { isCanceled in
      var importer = CollectionImporter(store: store)
      importer.isCanceled = isCanceled
      return try importer.importFile(at: path, session: InventoryHome.session).items
    }
    #expect(questions > 2)
    #expect(try !files().isEmpty)
  }
}
