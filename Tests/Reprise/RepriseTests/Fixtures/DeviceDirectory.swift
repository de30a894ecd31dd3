import Foundation
import RepriseTesting

/// A directory that stands for `/dev`.
struct DeviceDirectory {
  private let home = TemporaryHome()
  var path: String { home.path }

  init(_ names: String...) throws {
    for name in names { try plugIn(name) }
  }

  /// Makes the file of a device, in a directory that may not be there yet.
  func plugIn(_ name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
  }

  func plugOut(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// Takes one thing out and puts another one in, which the system gives the same name.
  func exchange(_ name: String) throws {
    // The other one is there before, or it might get the number of the file that goes.
    try plugIn("\(name).new")
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    try FileManager.default.moveItem(atPath: "\(path)/\(name).new", toPath: "\(path)/\(name)")
  }
}
