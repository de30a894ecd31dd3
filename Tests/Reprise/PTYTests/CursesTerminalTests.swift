import Glibc
import RepriseTesting
import Terminal
import Testing

@testable import TerminalProbe

@Suite(.waitsForProcesses) struct CursesTerminalTests {
  @Test func showsAFrameCellByCell() throws {
    let probe = try ProbeApp.start()
    probe.type("p")
    let picture = try probe.wait(for: "edge")
    #expect(picture.lines[0] == "Чайник 茶壶 हि e\u{301} 🏠 ^[[2J")
    #expect(picture.rows[0][0].style == Style(.bold))
    #expect(picture.rows[1][0].style == Style(foreground: .red))
    #expect(picture.rows[1][4].style == Style(foreground: .palette(9)))
    #expect(picture.rows[1][11].style == Style(background: .palette(200)))
    #expect(picture.rows[1][16].style == Style([.reverse, .underline]))
    #expect(picture.rows[23].suffix(4).map(\.text).joined() == "edge")
    #expect(picture.cursor == Point(x: 3, y: 2))
    #expect(picture.modes.contains(.cursorVisible))
  }

  /// ncurses would take its size from these; a shell may have exported another window's.
  @Test func theSizeInTheEnvironmentIsNeitherTrustedNorChanged() throws {
    let probe = try ProbeApp.start(
      environment: ["LINES": "7"], size: Size(width: 120, height: 40))
    probe.type("e")
    try probe.wait(for: "environment 7 unset")
    probe.type("p")
    let picture = try probe.wait(for: "edge")
    #expect(picture.rows[39].suffix(4).map(\.text).joined() == "edge")
  }

  /// The only sequences that ncurses and the device need to send.
  private static let knownSequences: Set<String> = {
    let screen: Set = [
      "C0 08", "C0 0d", "C0 0a", "C0 09", "CSI A", "CSI B", "CSI C", "CSI D", "CSI G", "CSI H",
      "CSI J",
      "CSI K", "CSI L", "CSI M", "CSI P", "CSI X", "CSI @", "CSI S", "CSI T", "CSI Z", "CSI b",
      "CSI d",
      "CSI m", "CSI r", "CSI t", "CSI l", "CSI h", "ESC ( B", "ESC =", "ESC >", "ESC M", "ESC 7",
      "ESC 8", "ESC ) 0", "C0 0f",
    ]
    let modes = [1, 7, 12, 25, 1000, 1002, 1004, 1006, 1049, 2004, 2026].flatMap {
      ["CSI ? \($0) h", "CSI ? \($0) l"]
    }
    return screen.union(modes).union(["OSC 11 ?", "CSI ? u", "CSI c"])
  }()

  /// After each change libvterm shows the frame, cell by cell.
  @Test(arguments: ["xterm-256color", "vt100"])
  func everyFrameIsShownExactly(_ type: String) throws {
    let size = Size(width: 37, height: 9)
    let probe = try ProbeApp.start(environment: ["TERM": type], size: size)
    for seed in UInt64(1)...80 {
      probe.type("r")
      let frame = RandomFrame.make(seed: seed, size: size)
      guard try shows(frame, type, on: probe, "seed \(seed)") else { break }
    }
    #expect(probe.terminal.scanner.kinds.subtracting(Self.knownSequences) == [])
  }

  /// So does a list that scrolls among fixed rows.
  @Test(arguments: ["xterm-256color", "vt100"])
  func everyScrolledFrameIsShownExactly(_ type: String) throws {
    let size = Size(width: 37, height: 14)
    let probe = try ProbeApp.start(environment: ["TERM": type], size: size)
    for step in UInt64(1)...80 {
      probe.type("s")
      let frame = RandomFrame.scrolled(step: step, size: size)
      guard try shows(frame, type, on: probe, "step \(step)") else { break }
    }
  }

  /// Expects the terminal to show a frame soon; returns whether it does.
  private func shows(
    _ frame: Frame, _ type: String, on probe: PTYProcess, _ comment: Comment
  ) throws -> Bool {
    let expected = TerminalPicture(showing: frame, inColor: type != "vt100")
    let deadline = ContinuousClock.now + PTYProcess.timeout
    while probe.picture.rows != expected.rows || probe.picture.cursor != expected.cursor {
      guard ContinuousClock.now < deadline else { break }
      _ = try probe.settle(quiet: .milliseconds(5))
    }
    var shown = probe.picture
    shown.modes = []
    let difference = shown.difference(from: expected)
    #expect(difference == nil, comment)
    return difference == nil
  }

  @Test func restoresTheTerminal() throws {
    let shell = try PTYProcess.shell()
    let before = shell.deviceModes
    shell.type("\(ProbeApp.path)\n")
    let open = try shell.wait(for: "probe 80x24")
    #expect(
      open.modes.isSuperset(of: [.alternateScreen, .bracketedPaste, .focusReports, .mouseReports]))
    shell.type("q")
    let closed = try shell.wait { $0.text.hasSuffix("ready$") }
    #expect(closed.modes == .usual)
    #expect(!closed.text.contains("probe 80x24"))
    #expect(shell.deviceModes.isSame(as: before))
  }

  @Test func aBurstOfKeysArrivesWhole() throws {
    let probe = try ProbeApp.start(size: Size(width: 40, height: 30))
    probe.type("ж\u{1B}[A\u{1B}OB\u{3}\u{1B}[1;5C\u{1B}[200~two\nlines\u{1B}[201~\r")
    let picture = try probe.wait(for: "key enter 0")
    #expect(
      picture.lines[1...7].map { $0 } == [
        "key character(\"ж\") 0", "key up 0", "key down 0", "key character(\"c\") 4", "key right 4",
        "paste(\"two\\nlines\")", "key enter 0",
      ])
  }

  /// A Sun console sends sequences that only terminfo knows.
  @Test func theKeysOfTheTerminalsTypeAreKnown() throws {
    let probe = try ProbeApp.start(environment: ["TERM": "sun"])
    probe.type("\u{1B}[214z\u{1B}[220z\u{1B}[228z")
    let text = try probe.wait(for: "key function(5) 0").text
    #expect(text.contains("key home 0") && text.contains("key end 0"))
  }

  @Test func aLoneEscapeIsAKeyAfterAMoment() throws {
    let probe = try ProbeApp.start()
    probe.type("\u{1B}")
    try probe.wait(for: "key escape 0")
    probe.type("\u{1B}")
    try probe.wait(for: "key escape 0\nkey escape 0")
    probe.type("x")
    try probe.wait(for: "key escape 0\nkey escape 0\nkey character(\"x\") 0")
  }

  /// A terminal's reply with a pause is no key, and an unterminated one does not lock the keyboard.
  @Test func aStringThatIsNeverEndedIsOverAfterASecond() throws {
    let probe = try ProbeApp.start()
    probe.type("\u{1B}]11;rgb:")
    try probe.waitUntilIdle()
    probe.type("0000q\u{1B}\\a")
    try probe.wait(for: "key character(\"a\") 0")
    probe.type("\u{1B}P" + String(repeating: "q!x\u{1B}[A\u{1B}", count: 2_000))
    try probe.waitUntilIdle()
    _ = try probe.settle(quiet: .milliseconds(1_500))
    probe.type("z")
    let picture = try probe.wait(for: "key character(\"z\") 0")
    #expect(picture.lines[1...2] == ["key character(\"a\") 0", "key character(\"z\") 0"])
  }

  /// Such a string never becomes a key, whatever its length and content.
  @Test(arguments: ["]", "P", "_", "^", "X"])
  func unterminatedLongStringIsNotAKey(_ introducer: String) throws {
    let probe = try ProbeApp.start()
    let contents = String(repeating: "q!x\u{1B}[A\u{1B}9\r\u{1B}\u{1B}qT", count: 7_200)
    probe.type("\u{1B}" + introducer + contents)
    try probe.waitUntilIdle()
    _ = try probe.settle(quiet: .milliseconds(1_500))
    probe.type("z")
    let picture = try probe.wait(for: "key character(\"z\") 0")
    #expect(picture.lines[1] == "key character(\"z\") 0")
  }

  /// Characters that the C library calls unprintable still reach the terminal, and the text after
  /// them is in the right column.
  @Test func emojiNewerThanTheSystemReachTheTerminal() throws {
    let probe = try ProbeApp.start()
    probe.type("\u{1B}[200~\u{1FAE8}\u{1FADF}x\u{1B}[201~")
    let first = try probe.wait(for: "x\"")
    let output = String(decoding: probe.output, as: UTF8.self)
    #expect(output.contains("\u{1FAE8}") && output.contains("\u{1FADF}"))
    probe.type("\u{1B}[200~\u{1FAE8}\u{1FADF}y\u{1B}[201~")
    let second = try probe.wait(for: "y\"")
    #expect(first.rows[1][11].text == "x" && second.rows[2][11].text == "y")
  }

  /// libvterm measures an astronaut as narrow, as terminals of its age do.
  @Test func textAfterAmbiguousEmojiKeepsItsColumn() throws {
    let probe = try ProbeApp.start(size: Size(width: 40, height: 4))
    probe.type("\u{1B}[200~🧑‍🚀 here\u{1B}[201~")
    let picture = try probe.wait(for: "here")
    #expect(picture.rows[1][7...13].map(\.text) == ["🧑", "", "🚀", "", " ", "h", "e"])
    // The row scrolls up by one, and another one takes its place.
    probe.type("\u{1B}[200~\u{1FAE8}\u{1FAE8}x\u{1B}[201~ab")
    let scrolled = try probe.wait(for: "key character(\"b\") 0")
    #expect(scrolled.rows[1][7...12].map(\.text) == ["\u{1FAE8}", "", "\u{1FAE8}", "", "x", "\""])
    #expect(scrolled.lines[2] == "key character(\"a\") 0")
  }

  /// libvterm gives a mark that is newer than its table a cell of its own.
  @Test func wideMarkCoversNoOtherCell() throws {
    let probe = try ProbeApp.start(size: Size(width: 40, height: 4))
    probe.type("\u{1B}[200~a\u{1AB0}b c\u{1AB0} d\u{1B}[201~")
    let picture = try probe.wait(for: "paste(")
    #expect(picture.lines[1] == "paste(\"ab c d\")")
    // It does not fit in the last column; it must neither wrap nor scroll the screen.
    let edge = String(repeating: "x", count: 32) + "a\u{1AB0}"
    probe.type("\u{1B}[200~\(edge)\u{1B}[201~y")
    let filled = try probe.wait(for: "key character(\"y\") 0")
    #expect(filled.lines[0] == "probe 40x4 restarts 0")
    #expect(filled.lines[2] == "paste(\"" + String(repeating: "x", count: 32) + "\u{FFFD}")
    #expect(filled.lines[3] == "key character(\"y\") 0")
  }

  @Test func followsTheSizeOfTheWindow() throws {
    let probe = try ProbeApp.start()
    probe.resize(to: Size(width: 50, height: 12))
    try probe.wait(for: "probe 50x12")
    probe.type("p")
    let picture = try probe.wait(for: "edge")
    #expect(picture.rows[11].suffix(4).map(\.text).joined() == "edge")
    for step in 1...60 {
      probe.resize(to: Size(width: 20 + step, height: 1 + step % 30))
    }
    probe.resize(to: Size(width: 60, height: 20))
    probe.type("p")
    try probe.wait(for: "probe 60x20")
  }

  /// The terminal drops the rows that do not fit, and has its old size again when the app looks.
  @Test func windowIsRedrawnAfterSizeChangesAndReverts() throws {
    let size = Size(width: 60, height: 24)
    let probe = try ProbeApp.start(size: size)
    for seed in UInt64(1)...40 {
      probe.type("r")
      let frame = RandomFrame.make(seed: seed, size: size)
      let expected = TerminalPicture(showing: frame, inColor: true)
      try probe.wait { $0.rows == expected.rows }
      // Either idle or while a frame is drawn.
      if seed % 2 == 0 { try probe.waitUntilIdle() }
      probe.resize(to: Size(width: 60, height: 20))
      probe.resize(to: size)
      let isBack = try? probe.wait(timeout: .seconds(10)) {
        $0.rows == expected.rows && $0.cursor == expected.cursor
      }
      #expect(isBack != nil, "seed \(seed)\n\(probe.picture.text)")
      if isBack == nil { break }
    }
  }

  @Test func showsNoColorWhenAskedNotTo() throws {
    let probe = try ProbeApp.start(environment: ["NO_COLOR": "1"])
    probe.type("p")
    let picture = try probe.wait(for: "edge")
    #expect(picture.rows[1][0].style == .plain)
    #expect(picture.rows[1][16].style == Style([.reverse, .underline]))
  }

  @Test(arguments: ["linux", "vt100", "screen-256color", "tmux-256color", "rxvt", "xterm"])
  func worksOnManyTypesAndLeavesThemClean(_ type: String) throws {
    let probe = try ProbeApp.start(environment: ["TERM": type])
    probe.type("p")
    let picture = try probe.wait(for: "edge")
    #expect(picture.lines[0].hasPrefix("Чайник 茶壶"))
    let isPlain = ["linux", "vt100"].contains(type)
    #expect(picture.modes.contains(.mouseReports) == !isPlain)
    probe.type("q")
    #expect(try probe.waitForExit() == .exited(0))
    #expect(probe.terminal.picture.modes == .usual)
    #expect(probe.terminal.picture.text == "")
  }

  @Test(arguments: ["dumb", "", "no-such-type"])
  func refusesATerminalThatCannotShowAScreen(_ type: String) throws {
    let probe = try PTYProcess(ProbeApp.path, ["--unguarded"], environment: ["TERM": type])
    #expect(try probe.waitForExit() == .exited(69))
    #expect(probe.terminal.picture.text.hasPrefix("probe: "))
  }

  @Test func stopAndContinueKeepThePicture() throws {
    let shell = try PTYProcess.shell()
    let before = shell.deviceModes
    shell.type("\(ProbeApp.path)\n")
    try shell.wait(for: "probe 80x24")
    shell.type("\u{1A}")
    let stopped = try shell.wait(for: "Stopped")
    #expect(stopped.modes == .usual)
    #expect(shell.deviceModes.isSame(as: before))
    shell.type("fg\n")
    let back = try shell.wait(for: "resumed")
    #expect(back.modes.contains(.alternateScreen))
    shell.type("q")
    try shell.wait { $0.text.hasSuffix("ready$") }
  }

  /// Without a guardian only the app can reset modes that the shell does not know.
  @Test func anUnguardedAppStoppedFromOutsideGivesTheScreenBackInTheBackground() throws {
    let shell = try PTYProcess.shell()
    shell.type("\(ProbeApp.path) --unguarded\n")
    try shell.wait(for: "probe 80x24")
    let app = try #require(shell.descendants.last)
    shell.signal(SIGSTOP, to: app)
    try shell.wait(for: "Stopped")
    #expect(shell.picture.modes.contains(.alternateScreen))
    shell.type("bg\n")
    try shell.wait { $0.modes == .usual }
    // It stops again; if it were continued earlier, it would stop while it has the terminal.
    try shell.wait(for: { ProcessTree.state(of: app) == "T" })
    shell.type("fg\n")
    try shell.wait { $0.modes.contains(.alternateScreen) && $0.text.contains("resumed") }
    shell.type("q")
    try shell.wait { $0.text.hasSuffix("ready$") }
  }

  /// The shell waits for the script, not for the app.
  @Test(arguments: [[], ["--unguarded"]])
  func theScriptThatStartedItStopsWithIt(arguments: [String]) throws {
    let shell = try PTYProcess.shell()
    shell.type("(\(([ProbeApp.path] + arguments).joined(separator: " ")); echo left)\n")
    try shell.wait(for: "probe 80x24")
    shell.type("\u{1A}")
    try shell.wait(for: "Stopped")
    shell.type("fg\n")
    try shell.wait(for: "resumed")
    shell.type("q")
    try shell.wait { $0.lines.contains("left") && $0.text.hasSuffix("ready$") }
  }

  @Test func doesNotTouchTheTerminalFromTheBackground() throws {
    let shell = try PTYProcess.shell()
    let before = shell.deviceModes
    shell.type("\(ProbeApp.path)\n")
    try shell.wait(for: "probe 80x24")
    shell.type("\u{1A}")
    try shell.wait(for: "Stopped")
    shell.type("bg\n")
    try shell.waitUntilIdle()
    shell.type("echo still the shell\n")
    let picture = try shell.wait { $0.lines.contains("still the shell") }
    #expect(picture.modes == .usual)
    #expect(shell.deviceModes.isSame(as: before))
    shell.type("fg\n")
    try shell.wait { $0.modes.contains(.alternateScreen) && $0.text.contains("resumed") }
    shell.type("q")
    try shell.wait { $0.text.hasSuffix("ready$") }
  }

  @Test func aTerminalThatDoesNotReadBlocksNothing() throws {
    let probe = try ProbeApp.start()
    // Far more than the terminal's buffer, while nothing reads it.
    for _ in 0..<4 { probe.type("b") }
    probe.type("z")
    try probe.waitUntilIdle(reading: false)
    // The backlog is dropped and only the newest frame follows.
    let picture = try probe.wait(for: "key character(\"z\") 0")
    #expect(picture.lines[1].contains("\"b\""))
    #expect(probe.output.count < 200_000)
  }

  @Test func aTerminalThatDoesNotReadDoesNotKeepItFromLeaving() throws {
    let probe = try ProbeApp.start()
    for _ in 0..<4 { probe.type("b") }
    try probe.waitUntilIdle(reading: false)
    for process in probe.descendants { probe.signal(SIGTERM, to: process) }
    #expect(try probe.waitForExit() == .exited(143))
    #expect(probe.terminal.picture.modes == .usual)
  }

  @Test func exitsWhenTheTerminalCloses() throws {
    let probe = try ProbeApp.start()
    let processes = [probe.processID] + probe.descendants
    probe.hangUp()
    #expect(try probe.waitForExit() == .exited(129))
    try probe.wait(for: { !processes.contains(where: ProcessTree.isRunning) })
  }

  /// Reliability T30, in small: only sequences on this list ever reach the terminal.
  @Test func sendsOnlyKnownSequences() throws {
    let probe = try ProbeApp.start()
    probe.type("p\u{1B}[200~\u{1B}]0;title\u{7}\u{9B}31m\u{1B}[201~p")
    try probe.wait(for: "paste(")
    probe.type("q")
    try probe.waitForExit()
    #expect(probe.terminal.scanner.kinds.subtracting(Self.knownSequences) == [])
  }
}

extension TerminalPicture {
  /// The picture that a frame should produce.
  fileprivate init(showing frame: Frame, inColor: Bool) {
    let rows = (0..<frame.size.height).map { y in
      frame.row(y).map { cell in
        let style = inColor ? cell.style : Style(cell.style.attributes)
        return Cell(text: cell.glyph.string, style: style)
      }
    }
    self.init(size: frame.size, rows: rows, cursor: frame.cursor ?? .zero, modes: [])
  }
}

extension termios {
  /// Whether both sets of modes are equal.
  func isSame(as other: termios) -> Bool {
    var (mine, others) = (self, other)
    return withUnsafeBytes(of: &mine) { mine in
      withUnsafeBytes(of: &others) { others in mine.elementsEqual(others) }
    }
  }
}
