import Foundation
import Reprise
import RepriseTesting
import Testing

/// Files of several directories are marked and chosen together, and a refused one does not affect the others.
@Suite struct FileMarkTests {
  private final class Browser: FileBrowserViewController {
    static var chosen: [String: [String]] = [:]
    private let root: String

    init(_ root: String) {
      self.root = root
      super.init(directory: root, home: root)
      restorationIdentifier = "browser"
    }

    override func problem(with path: String) -> String? {
      path.hasSuffix(".empty") ? "it is empty" : nil
    }

    override func choose(_ paths: [String]) -> Bool {
      Browser.chosen[root, default: []] += paths.map { $0.replacing(root, with: "~") }
      return false
    }
  }

  private let home = TemporaryHome()
  private var root: String { home.path }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: root + "/Photos", withIntermediateDirectories: true)
    for name in ["a.pdf", "b.pdf", "c.empty", "Photos/a.pdf", "Photos/pot.jpg"] {
      try Data([1]).write(to: URL(filePath: root + "/" + name))
    }
  }

  private func pilot(restarts: Bool = false) throws -> Pilot {
    let root = root
    return try Pilot.showing(size: Size(width: 60, height: 12), restarts: restarts) {
      let stack = NavigationController(rootViewController: Browser(root))
      stack.restorationIdentifier = "stack"
      return stack
    }
  }

  private var chosen: [String] { Browser.chosen[root] ?? [] }

  /// The last row.
  private func hints(_ pilot: Pilot) -> String { pilot.frame.plainText(row: 11) }

  @Test(arguments: ["<Enter>", "l", "<Right>"])
  func aDirectoryIsOpenedWhateverIsMarked(key: String) throws {
    let pilot = try pilot()
    try pilot.press(script: "<Down><Down> <Up><Up>")
    #expect(hints(pilot).contains("Enter Open"))
    try pilot.press(script: key)
    #expect(chosen == [])
    #expect(pilot.screen.contains("pot.jpg"))
  }

  /// Also where every key is followed by a kill.
  @Test(arguments: [false, true])
  func filesOfTwoDirectoriesAreTakenTogether(restarts: Bool) throws {
    let pilot = try pilot(restarts: restarts)
    try pilot.press(script: "<Down><Down> <Up><Up><Enter>")
    #expect(pilot.screen.contains("1 marked"))
    #expect(!pilot.screen.contains("✓"), "the file of the same name is another one")
    try pilot.press(script: "<End> ")
    #expect(pilot.screen.contains("2 marked") && pilot.screen.contains("✓ pot.jpg"))
    #expect(hints(pilot).contains("Enter Choose 2"))
    try pilot.press(script: "<Left>")
    #expect(pilot.screen.contains("✓ a.pdf") && !pilot.screen.contains("✓ b.pdf"))
    try pilot.press(script: "<Enter><End><Enter>")
    #expect(chosen == ["~/a.pdf", "~/Photos/pot.jpg"])
  }

  @Test func markedFilesAreChosenFromADirectoryByAnotherKey() throws {
    let pilot = try pilot()
    #expect(!hints(pilot).contains("^S"))
    try pilot.press(script: "<Down><Down> <Home>")
    #expect(hints(pilot).contains("Enter Open") && hints(pilot).contains("^S Choose 1"))
    try pilot.press(script: "<^S>")
    #expect(chosen == ["~/a.pdf"])
  }

  @Test func filteredOutFilesStayMarked() throws {
    let pilot = try pilot(restarts: true)
    try pilot.press(script: "<Down><Down> /b")
    #expect(!pilot.screen.contains("a.pdf") && pilot.screen.contains("1 marked"))
    try pilot.press(script: "<Esc>")
    #expect(pilot.screen.contains("✓ a.pdf"))
  }

  @Test func typedPathIsChosenWithMarkedFiles() throws {
    let pilot = try pilot()
    try pilot.press(script: "<Down><Down> /")
    try pilot.type("~/b.pdf")
    #expect(pilot.screen.contains("Enter picks it and 1 marked"))
    try pilot.press(script: "<Enter>")
    #expect(chosen == ["~/a.pdf", "~/b.pdf"])
  }

  @Test func escUnmarksFirst() throws {
    let pilot = try pilot()
    try pilot.press(script: "<Down><Down> ")
    #expect(hints(pilot).contains("Esc Unmark all"))
    try pilot.press(script: "<Esc>")
    #expect(!pilot.screen.contains("✓") && !pilot.screen.contains("marked"))
    #expect(!hints(pilot).contains("Unmark"))
  }

  @Test func deletedMarkedFileIsUnmarkedInItsDirectory() throws {
    let pilot = try pilot()
    try pilot.press(script: "<Down><Down> <Up><Up><Enter>")
    try FileManager.default.removeItem(atPath: root + "/a.pdf")
    try pilot.press(script: "<End><Enter>")
    #expect(chosen == [] && hints(pilot).contains("Can't use “a.pdf”: No such file"))
    try pilot.press(script: "<Left>")
    #expect(!pilot.screen.contains("marked"))
  }

  @Test func hintsNameTheMarkWhereThereIsAFile() throws {
    let pilot = try pilot()
    #expect(hints(pilot).contains("Enter Open") && !hints(pilot).contains("Space"))
    try pilot.press(script: "<End>")
    #expect(hints(pilot).contains("Enter Choose  Space Mark"))
  }

  // MARK: - Refused files

  @Test func aRefusedFileOfTheListIsNamedAndTheBrowserStays() throws {
    let pilot = try pilot(restarts: true)
    try pilot.press(script: "<End><Enter>")
    #expect(chosen == [])
    #expect(hints(pilot).contains("Can't use “c.empty”: it is empty"))
    #expect(pilot.screen.contains("b.pdf"))
    try pilot.press(script: "<Up> <Down> <Enter>")
    #expect(chosen == [] && pilot.screen.contains("2 marked"), "not one of several is taken")
  }

  @Test func refusedPathStaysAsTyped() throws {
    let pilot = try pilot(restarts: true)
    try pilot.press(script: "/")
    try pilot.type("~/c.empty")
    try pilot.press(script: "<Enter>")
    #expect(chosen == [])
    #expect(pilot.screen.contains("/ ~/c.empty") && pilot.screen.contains("it is empty"))
    try pilot.type("x")
    #expect(!pilot.screen.contains("it is empty"))
  }
}
