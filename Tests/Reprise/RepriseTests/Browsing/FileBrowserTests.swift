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

  private let home = TemporaryHome()
  private var root: String { home.path }

  init() throws {
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

  /// Two names that would look alike as text, and a directory.
  @Test func aNameThatIsNotTextIsListedByItsBytesAndRefusedWithTheReason() throws {
    func path(_ name: [UInt8]) -> [CChar] {
      (Array(root.utf8) + [0x2F] + name + [0]).map(CChar.init(bitPattern:))
    }
    for name in [[0x61, 0xE9], [0x61, 0xE8], [0xD0, 0xB6, 0xFF, 0x2E]] as [[UInt8]] {
      let file = open(path(name), O_CREAT, 0o600)
      #expect(file >= 0)
      close(file)
    }
    #expect(mkdir(path([0x64, 0xE9]), 0o700) == 0)
    let place = root
    let pilot = try Pilot.showing(size: Size(width: 80, height: 14), restarts: false) {
      Browser(place)
    }
    let listed = names(pilot)
    for name in ["d\\xE9/", "a\\xE8", "a\\xE9", "ж\\xFF."] {
      #expect(listed.contains(name), "\(listed)")
    }
    for name in ["d", "a", "ж"] {
      try press("/\(name)<Enter><Enter>", pilot)
      #expect(pilot.screen.contains("not UTF-8 text; rename it first"), "\(pilot.screen)")
      try press("/<Esc>", pilot)
    }
    #expect(chosen == [])
    #expect(listed.count == names(pilot).count, "the directory is the same")
  }

  @Test func directoriesComeFirstAndNumbersInTheirOrder() throws {
    let pilot = try pilot()
    #expect(names(pilot) == ["../", "Photos/", "b 9.jpg", "b 10.jpg", "pipe"])
    #expect(pilot.screen.contains("2 kB"))
  }

  @Test func enterOpensOrChoosesAndLeftGoesUp() throws {
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

  // MARK: - What is plugged in

  /// A browser in an app that looks for devices.
  private func pilot(_ devices: DeviceDirectory) throws -> Pilot {
    var files = SystemFiles()
    files.devices = devices.path
    let root = root
    return try Pilot.showing(size: Size(width: 40, height: 12), files: files) { Browser(root) }
  }

  @Test func itIsReadAgainWhenACardComes() async throws {
    let devices = try DeviceDirectory("null")
    let pilot = try pilot(devices)
    try press("<Down><Down>", pilot)
    let manager = FileManager.default
    try manager.createDirectory(atPath: root + "/CARD", withIntermediateDirectories: true)
    try devices.plugIn("mmcblk0p1")
    try await pilot.wait { names(pilot).contains("CARD/") }
    try press("<Enter>", pilot)
    #expect(chosen == ["~/b 9.jpg"], "what was selected is selected")
  }

  @Test func browserLeavesARemovedVolume() async throws {
    let devices = try DeviceDirectory("sdb1")
    let pilot = try pilot(devices)
    try press("<Down><Enter>", pilot)
    #expect(names(pilot) == ["../", "cup.jpg", "pot.jpg"])
    try FileManager.default.removeItem(atPath: root + "/Photos")
    try devices.plugOut("sdb1")
    try await pilot.wait { names(pilot).contains("b 9.jpg") }
  }

  @Test func severalAreMarkedAndTakenAtOnce() throws {
    let pilot = try pilot()
    try press("<Down><Down>  <Enter>", pilot)
    #expect(chosen == ["~/b 9.jpg", "~/b 10.jpg"])
  }

  /// Only files are taken, so nothing else is marked, nor offered to be.
  @Test func directoriesAreNotMarked() throws {
    let pilot = try pilot()
    func canMark() -> Bool {
      pilot.application.window.availableKeyCommands.contains { $0.actionID == "table.mark" }
    }
    let unmarked = pilot.frame
    try press(" ", pilot)
    #expect(!canMark() && pilot.frame.row(1) == unmarked.row(1))
    try press("<Down> ", pilot)
    #expect(!canMark() && pilot.frame.row(2).first == unmarked.row(2).first)
    try press("<Down>", pilot)
    #expect(canMark())
    try press(" <Up><Shift-Up><Shift-Up><Enter>", pilot)
    #expect(chosen == [], "the mark was taken back on the way up")
  }

  @Test func tabCompletesATypedPath() throws {
    let pilot = try pilot(restarts: true)
    try press("/", pilot)
    try pilot.type("~/Ph")
    try press("<Tab>", pilot)
    #expect(pilot.screen.contains("/ ~/Photos/"))
    try pilot.type("p")
    try press("<Tab>", pilot)
    #expect(pilot.screen.contains("/ ~/Photos/pot.jpg"))
    try press("<Enter>", pilot)
    #expect(chosen == ["~/Photos/pot.jpg"])
  }

  @Test func tabListsCompletionsOfATypedPath() throws {
    let pilot = try pilot(restarts: true)
    try press("/", pilot)
    try pilot.type("~/Photos/")
    try press("<Tab>", pilot)
    #expect(names(pilot) == ["cup.jpg", "pot.jpg"])
    #expect(pilot.screen.contains("/ ~/Photos/") && pilot.screen.contains("Enter picks"))
    try press("<Down><Enter>", pilot)
    #expect(chosen == ["~/Photos/pot.jpg"])
    try press("<^U>", pilot)
    try pilot.type("~/b")
    try press("<Tab>", pilot)
    #expect(pilot.screen.contains("/ ~/b "), "blank and all that both have in common")
    #expect(names(pilot) == ["b 9.jpg", "b 10.jpg"])
    try pilot.type("1")
    #expect(names(pilot).contains("Photos/"), "what is typed on may mean anything")
    try press("<Tab>", pilot)
    #expect(pilot.screen.contains("/ ~/b 10.jpg"))
  }

  @Test func tabReportsAPathWithoutCompletion() throws {
    let pilot = try pilot(restarts: true)
    try press("/", pilot)
    try pilot.type("~/zebra")
    try press("<Tab>", pilot)
    #expect(pilot.screen.contains("/ ~/zebra") && pilot.screen.contains("no matching path"))
    try pilot.type("/x")
    #expect(!pilot.screen.contains("no matching path"))
    try press("<Tab>", pilot)
    #expect(pilot.screen.contains("no matching path"), "there is no such directory")
  }

  /// A name is untrusted text: characters that do not belong in a line are not shown.
  @Test func namesThatCannotBeTypedAreNotCompleted() throws {
    try Data().write(to: URL(filePath: root + "/x\u{1B}[2J"))
    try Data().write(to: URL(filePath: root + "/x\ny"))
    let pilot = try pilot()
    try press("/", pilot)
    try pilot.type("~/x")
    try press("<Tab>", pilot)
    #expect(pilot.screen.contains("no matching path"))
  }

  @Test func typingFiltersAndAPathIsUsedVerbatim() throws {
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

  @Test func titleIsTheEndOfThePathAndMarksACut() {
    #expect(FileBrowserViewController(directory: "/").title == "/")
    #expect(FileBrowserViewController(directory: "/usr").title == "/usr/")
    #expect(FileBrowserViewController(directory: "/usr/bin").title == "/usr/bin/")
    let title = FileBrowserViewController(directory: root + "/Photos").title
    #expect(title.hasPrefix("…/reprise-home-"))
  }

  @Test func pastedPathsAreChosen() throws {
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

  @Test func browserIsRestoredWhereItWas() throws {
    let (one, other) = try (pilot(), pilot(restarts: true))
    for keys in ["<Down>", "<Enter>", "<Down>", " ", "<Down>", "/p", "o"] {
      try press(keys, one)
      try press(keys, other)
      #expect(one.frame.ansi() == other.frame.ansi(), "after \(keys)")
    }
  }

  @Test func missingDirectoryLeadsToTheNearestParent() throws {
    let pilot = try pilot()
    try press("<Down><Enter>", pilot)
    try FileManager.default.removeItem(atPath: root + "/Photos")
    try pilot.restartAndRestore()
    #expect(names(pilot).contains("b 9.jpg"))
  }
}
