import Foundation
import Inventory
import RepriseTesting
import Terminal

@testable import Keepsake

/// A private home directory with the sample items for one test, deleted with this object.
final class Home: Sendable {
  /// The value of `HOME`.
  let path: String

  /// The directory of the inventory and the drafts.
  var data: String { path + "/.local/share/keepsake" }

  /// The directory of the sessions.
  var state: String { path + "/.local/state/keepsake" }

  /// The saved state of a session.
  func stateFile(_ session: String = "main") -> String {
    "\(state)/sessions/\(session)/state.sqlite"
  }

  /// Creates a home, with or without the sample items.
  ///
  /// - Parameter hasPhotos: Whether the first sample items have photos.
  init(isEmpty: Bool = false, hasPhotos: Bool = false) throws {
    path = NSTemporaryDirectory() + "keepsake-home-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path + "/.local/share", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    LeftDirectories.note(path)
    if !isEmpty { try Self.copySample(to: data, hasPhotos: hasPhotos) }
  }

  /// Creates a copy of another home.
  init(copying other: String) throws {
    path = NSTemporaryDirectory() + "keepsake-home-\(UUID().uuidString)"
    LeftDirectories.note(path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }

  deinit { LeftDirectories.remove(path) }

  /// Copies the sample inventory, which is the same in every home of a run, to a path.
  static func copySample(to path: String, hasPhotos: Bool = false) throws {
    let source = try hasPhotos ? sampleWithPhotos.get() : sample.get()
    try FileManager.default.copyItem(atPath: source, toPath: path)
  }

  /// The sample inventory that homes are copied from, deleted when the tests end.
  private static let sample = Result { () throws -> String in
    let path = samplePath
    try SampleHome.fill(InventoryStore(directory: path), in: path)
    LeftDirectories.note(path)
    return path
  }

  private static let samplePath = NSTemporaryDirectory() + "keepsake-sample-\(UUID().uuidString)"

  /// The same inventory with two photos on each of its first items, deleted when the tests end.
  private static let sampleWithPhotos = Result { () throws -> String in
    let path = samplePath + "-photos"
    try FileManager.default.copyItem(atPath: sample.get(), toPath: path)
    LeftDirectories.note(path)
    let store = try InventoryStore(directory: path)
    let items = try ItemList(store: store)
    for index in 0..<4 {
      guard let item = try items.row(at: index) else { break }
      let photos = try (0..<2).map { number in
        let file = "\(path)/photo-\(index)-\(number).jpg"
        let picture = TestPicture.jpeg(width: 160, height: 120, seed: UInt64(index * 2 + number))
        try Data(picture).write(to: URL(fileURLWithPath: file))
        return file
      }
      try store.attachments.attach(photos, kind: .photo, to: item.uuid, session: "sample")
      for file in photos { try FileManager.default.removeItem(atPath: file) }
    }
    return path
  }

  // MARK: - Files

  /// Writes a file in the home and returns its path.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The bytes of a file, whose path may be relative to the home.
  func bytes(of name: String) throws -> Data {
    let file = name.hasPrefix("/") ? name : "\(path)/\(name)"
    return try Data(contentsOf: URL(fileURLWithPath: file))
  }

  /// The files below a directory, by relative path.
  func files(under directory: String) -> [String: Data] {
    let names =
      FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    var files: [String: Data] = [:]
    for name in names {
      if let data = FileManager.default.contents(atPath: "\(directory)/\(name)") {
        files[name] = data
      }
    }
    return files
  }
}
