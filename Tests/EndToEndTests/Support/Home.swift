import Foundation
import Inventory
import RepriseTesting
import Terminal

@testable import Keepsake

/// A home directory of its own for one test, with the sample items in it, removed with it.
final class Home: Sendable {
  /// The directory that `HOME` names.
  let path: String

  /// Where the inventory and the drafts lie.
  var data: String { path + "/.local/share/keepsake" }

  /// Where the sessions lie.
  var state: String { path + "/.local/state/keepsake" }

  /// The saved state of a session.
  func stateFile(_ session: String = "main") -> String {
    "\(state)/sessions/\(session)/state.sqlite"
  }

  /// Makes a home, with the sample items or without any.
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

  /// Makes a home that is the same as another one.
  init(copying other: String) throws {
    path = NSTemporaryDirectory() + "keepsake-home-\(UUID().uuidString)"
    LeftDirectories.note(path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }

  deinit { LeftDirectories.remove(path) }

  /// Puts the sample inventory, the same one in every home of this run, at a path.
  static func copySample(to path: String, hasPhotos: Bool = false) throws {
    let source = try hasPhotos ? sampleWithPhotos.get() : sample.get()
    try FileManager.default.copyItem(atPath: source, toPath: path)
  }

  /// The sample inventory that homes are copied from, removed when the tests end.
  private static let sample = Result { () throws -> String in
    let path = samplePath
    try SampleHome.fill(InventoryStore(directory: path), in: path)
    LeftDirectories.note(path)
    return path
  }

  private static let samplePath = NSTemporaryDirectory() + "keepsake-sample-\(UUID().uuidString)"

  /// The same inventory with two photos on each of its first items, removed when the tests end.
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

  /// Writes a file into the home; gives its path.
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

  /// The files under a directory, by their path in it.
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
