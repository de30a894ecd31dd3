import Foundation
import Reprise
import RepriseTesting
import Testing

/// Choosing files in a real directory.
@Suite struct FileBrowserTests {
  private final class Browser: FileBrowserViewController {
    static var chosen: [String: [String]] = [:]
    private let root: String

    init(_ root: String) {
      self.root = root
      super.init(directory: root, home: root)
      restorationIdentifier = "browser"
    }

    override func choose(_ paths: [String]) -> Bool {
      Browser.chosen[root, default: []] += paths.map { $0.replacing(root, with: "~") }
      return false
    }
  }

  private let root: String

  init() throws {
    root = NSTemporaryDirectory() + "browser-\(UUID().uuidString)"
    let manager = FileManager.default
    try manager.createDirectory(atPath: root + "/Photos", withIntermediateDirectories: true)
    for name in ["b 10.jpg", "b 9.jpg", ".hidden", "Photos/pot.jpg", "Photos/cup.jpg"] {
      try Data(repeating: 1, count: 2048).write(to: URL(filePath: root + "/" + name))
    }
    mkfifo(root + "/pipe", 0o600)
  }

  private func pilot(restarts: Bool = false) throws -> Pilot {
    let root = root
    return try Pilot.showing(size: Size(width: 40, height: 12), restarts: restarts) {
      Browser(root)
    }
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  private var chosen: [String] { Browser.chosen[root] ?? [] }

  /// The names that are listed.
  private func names(_ pilot: Pilot) -> [String] {
    // Without the line in which one types and the line of hints.
    pilot.screen.split(separator: "\n").dropFirst().dropLast().map { line in
      line.split(separator: "  ").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }.filter { !$0.isEmpty }
  }

  @Test func directoriesComeFirstAndNumbersInTheirOrder() throws {
    let pilot = try pilot()
    #expect(names(pilot) == ["../", "Photos/", "b 9.jpg", "b 10.jpg", "pipe"])
    #expect(pilot.screen.contains("2 KiB"))
  }

  @Test func enterOpensADirectoryOrTakesAFileAndLeftGoesOut() throws {
    let pilot = try pilot()
    try press("<Down><Enter>", pilot)
    #expect(names(pilot) == ["../", "cup.jpg", "pot.jpg"])
    try press("<Down><Down><Enter>", pilot)
    #expect(chosen == ["~/Photos/pot.jpg"])
    try press("<Left>", pilot)
    #expect(names(pilot).contains("b 9.jpg"))
    try press("<Enter>", pilot)
    #expect(names(pilot).contains("pot.jpg"), "what one came out of is selected")
  }

  @Test func severalAreMarkedAndTakenAtOnce() throws {
    let pilot = try pilot()
    try press("<Down><Down> <Down> <Enter>", pilot)
    #expect(chosen == ["~/b 9.jpg", "~/b 10.jpg"])
  }

  @Test func typingNarrowsAndAPathIsTakenAsItIs() throws {
    let pilot = try pilot()
    try press("/10", pilot)
    #expect(names(pilot) == ["b 10.jpg"])
    try press("<Enter>", pilot)
    #expect(chosen == ["~/b 10.jpg"])
    try press("<Esc>/", pilot)
    try pilot.type("~/Photos")
    try press("<Enter>", pilot)
    #expect(names(pilot) == ["../", "cup.jpg", "pot.jpg"])
    try press("/", pilot)
    try pilot.type("~/Photos/pot.jpg")
    try press("<Enter>", pilot)
    #expect(chosen.last == "~/Photos/pot.jpg")
  }

  @Test func aPathThatLeadsNowhereStaysToBeCorrected() throws {
    let pilot = try pilot(restarts: true)
    try press("/", pilot)
    try pilot.type("~/Pho")
    try press("<Enter>", pilot)
    #expect(chosen == [])
    #expect(pilot.screen.contains("/ ~/Pho") && pilot.screen.contains("No such file"))
    try pilot.type("tos")
    #expect(!pilot.screen.contains("No such file"))
    try press("<Enter>", pilot)
    #expect(names(pilot) == ["../", "cup.jpg", "pot.jpg"])
  }

  @Test func theTitleIsTheEndOfThePathAndSaysWhetherThatIsAll() {
    #expect(FileBrowserViewController(directory: "/").title == "/")
    #expect(FileBrowserViewController(directory: "/usr").title == "/usr/")
    #expect(FileBrowserViewController(directory: "/usr/bin").title == "/usr/bin/")
    #expect(FileBrowserViewController(directory: root + "/Photos").title.hasPrefix("…/browser-"))
  }

  @Test func whatIsPastedOntoTheListIsTaken() throws {
    let pilot = try pilot()
    try pilot.paste("\(root)/b 9.jpg\n\(root)/Photos/cup.jpg\n")
    try press("<Enter>", pilot)
    #expect(chosen == ["~/b 9.jpg", "~/Photos/cup.jpg"])
  }

  @Test func hiddenFilesShowToWhoTypesADot() throws {
    let pilot = try pilot()
    try press("/.h", pilot)
    #expect(names(pilot) == [".hidden"])
  }

  @Test func itComesBackWhereItWas() throws {
    let (one, other) = try (pilot(), pilot(restarts: true))
    for keys in ["<Down>", "<Enter>", "<Down>", " ", "<Down>", "/p", "o"] {
      try press(keys, one)
      try press(keys, other)
      #expect(one.frame.ansi() == other.frame.ansi(), "after \(keys)")
    }
  }

  @Test func aDirectoryThatIsGoneLeadsToTheNearest() throws {
    let pilot = try pilot()
    try press("<Down><Enter>", pilot)
    try FileManager.default.removeItem(atPath: root + "/Photos")
    try pilot.restartAndRestore()
    #expect(names(pilot).contains("b 9.jpg"))
  }
}
