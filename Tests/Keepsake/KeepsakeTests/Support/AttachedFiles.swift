import Foundation
import Inventory
import Reprise
import Testing

/// Attaches files to the sample home's teapot, from a directory that the browser opens.
enum AttachedFiles {
  private static let names = ["pot.jpg", "pot two.jpg", "receipt.pdf"]

  static func add(to app: SampleApp) throws {
    let directory = app.directory + "/Papers/Receipts"
    try FileManager.default.createDirectory(
      atPath: directory + "/2025", withIntermediateDirectories: true)
    let files: [(name: String, bytes: [UInt8])] = [
      (names[0], jpeg(width: 80, height: 60)), (names[1], jpeg(width: 40, height: 60)),
      (names[2], Array("no paper".utf8)),
    ]
    for (name, bytes) in files {
      try Data(bytes).write(to: URL(filePath: directory + "/" + name))
    }
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let teapot) = try store.items(named: "Teapot") else {
      Issue.record("the sample home has no teapot")
      return
    }
    try store.attachments.attach(
      names.map { directory + "/" + $0 }, to: teapot, session: "main")
    // The browser reopens where it was left.
    try app.keys("P")
    try app.pilot.paste(directory + "/")
    try app.keys("<Enter><Esc>")
  }

  /// Four areas of one color each, which every version of the library encodes alike.
  private static func jpeg(width: Int, height: Int) -> [UInt8] {
    JPEGFile.bytes(width: width, height: height) { x, y in
      [x >= width / 2 ? 220 : 40, y >= height / 2 ? 200 : 60, 80]
    }
  }
}
