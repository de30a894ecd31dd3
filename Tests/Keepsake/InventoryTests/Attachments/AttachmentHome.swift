import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory

/// A home with an item to attach files to.
final class AttachmentHome {
  let home: InventoryHome
  let inventory: InventoryStore
  let store: AttachmentStore
  let item: Item
  static let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    inventory = try home.store()
    store = inventory.attachments
    item = try inventory.add("Teapot")
  }

  /// A file of some bytes that only these words make.
  func file(_ name: String, _ words: String = "") throws -> String {
    try home.file(name, "\(name) \(words)")
  }

  /// Files of the names are made and attached; returns them as stored, in the order of names.
  @discardableResult
  func attach(_ names: String..., kind: AttachmentKind? = nil) throws -> [Inventory.Attachment] {
    let summary = try store.attach(
      names.map { try file($0) }, kind: kind, to: item.uuid, session: Self.session)
    #expect(summary.count == names.count)
    let all = try store.fetchAll(of: item.uuid)
    return try names.map { name in try #require(all.last { $0.fileName == name }) }
  }

  /// What is attached, a line each: `a.jpg photo *`.
  var lines: [String] {
    get throws {
      try store.fetchAll(of: item.uuid).map {
        "\($0.name) \($0.kind)" + ($0.isPrimary ? " *" : "")
      }
    }
  }

  /// The files below the directory of contents.
  var files: [String] {
    (FileManager.default.enumerator(atPath: store.path)?.allObjects as? [String] ?? [])
      .filter { !isDirectory(store.path + "/" + $0) }.sorted()
  }

  private func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// What an attempt to attach says.
  func refusal(_ paths: String...) -> InventoryError? {
    do {
      _ = try store.attach(paths, to: item.uuid, session: Self.session)
      return nil
    } catch {
      return error
    }
  }
}
