import Foundation
import Reprise
import RepriseTesting
import Testing

/// A damaged or missing machine key is reported in one line, whose advice makes everything accessible again.
@Suite(.waitsForProcesses) struct DamagedMachineKeyTests {
  private static let passphrase = "correct horse"
  private let home: Home
  private var file: String { home.data + "/machine.key" }

  init() throws {
    home = try Home(isEmpty: true)
    #expect(try home.run(["add", "Krugerrand"]).status == 0)
    let set = try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(set.status == 0, "\(set.errors)")
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    try app.press(script: "<Enter>H")
    try app.press(script: "m")
    try app.wait { $0.text.contains("encrypted with the passphrase") }
    try app.killEverything()
  }

  /// The file in place of the key.
  enum Damage: CaseIterable {
    case empty, short, long, directory, link

    func put(at file: String) throws {
      let files = FileManager.default
      let aside = file + ".aside"
      try files.moveItem(atPath: file, toPath: aside)
      switch self {
      case .empty: try Data().write(to: URL(filePath: file))
      case .short: try Data(repeating: 7, count: 10).write(to: URL(filePath: file))
      case .long: try Data(repeating: 7, count: 33).write(to: URL(filePath: file))
      case .directory: try files.createDirectory(atPath: file, withIntermediateDirectories: false)
      case .link: try files.createSymbolicLink(atPath: file, withDestinationPath: aside)
      }
    }

    var words: String {
      switch self {
      case .empty, .short, .long: "is damaged"
      case .directory: "is not a regular file of this user"
      case .link: "is a link; it is not followed"
      }
    }
  }

  private func kind() throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
  }

  /// Opens the window with the passphrase and expects the private item.
  private func expectEverything() throws {
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    try app.wait(for: "Krugerrand")
    try app.killEverything()
  }

  @Test(arguments: Damage.allCases)
  func damagedMachineKeyAsksToMoveItAway(_ damage: Damage) throws {
    try damage.put(at: file)
    let (before, bytes) = (try kind(), FileManager.default.contents(atPath: file))
    let line =
      "keepsake: \(file) \(damage.words): move it away; Keepsake makes another, and the passphrase still "
      + "opens everything\n"
    for command in [["passphrase"], ["passphrase", "--remove"], ["household", "status"]] {
      let result = try home.run(command, input: Data("\(Self.passphrase)\nnew\n".utf8))
      #expect(result.status == 65 && result.errors == line, "\(command): \(result.errors)")
    }
    let window = try home.launch(size: Size(width: 300, height: 10))
    #expect(try window.waitForExit() == .exited(65))
    #expect(window.picture.text.contains(line.dropLast()) && window.picture.modes == .usual)
    #expect(try kind() == before && FileManager.default.contents(atPath: file) == bytes)
    try FileManager.default.moveItem(atPath: file, toPath: file + ".damaged")
    try expectEverything()
  }

  /// As on another machine: nothing that Keepsake seals needs the machine's key.
  @Test func anotherMachineKeyLosesNothing() throws {
    let other = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
    try other.write(to: URL(filePath: file))
    try expectEverything()
    #expect(FileManager.default.contents(atPath: file) == other)
  }
}
