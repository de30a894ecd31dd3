import Guardian
import Foundation
import Terminal

/// A small app on the real terminal device, for tests of the device and the guardian.
///
/// It shows the events, one per row. Single keys have effects: `q` quits, `!` crashes, `9` kills itself, `b` floods
/// the terminal, `p` paints a test picture, `r` the next random one, `s` scrolls one, `l` has two threads contend for
/// a lock, `o` prints a line, `O` prints a lot, `T` traps with a message, `X` exits without resetting the terminal,
/// `e` prints the size in its environment, `w` starts the watchdog for a while, `W` stops it, `j` keeps running as a
/// job while its shell considers it stopped, `L` shows links. `--unguarded` runs it without a guardian, `--once` without restarts.
@main
final class Probe {
  private let loop = MainLoop()
  private let terminal: CursesTerminal
  private var lines: [String] = []
  private var fill: Int?
  private var showsPicture = false
  private var seed: UInt64?
  private var scrollStep: UInt64?
  private var linkNumber = 0
  private var goesOnAsJob = false

  static func main() {
    do {
      let probe = try Probe()
      try probe.run()
    } catch {
      FileHandle.standardError.write(Data("probe: \(error)\n".utf8))
      exit(69)
    }
  }

  private init() throws(TerminalError) {
    terminal = try CursesTerminal(environment: ProcessInfo.processInfo.environment, loop: loop)
  }

  private func run() throws {
    try terminal.open { [weak self] events in self?.receive(events) }
    while !terminal.isForeground, Guardian.stop() {}
    terminal.resume()
    show()
    loop.run()
  }

  private func receive(_ events: [TerminalEvent]) {
    for event in events {
      switch event {
      case .key(let press):
        lines.append("key \(press.key) \(press.modifiers.rawValue)")
        act(on: press)
      case .signal(.suspend):
        terminal.suspend()
        if !stop() { terminal.resume() }
      case .signal(.resume):
        resume()
      case .signal(let signal):
        leave(128 + signal.number)
      case .hangup:
        leave(129)
      default:
        lines.append("\(event)")
      }
    }
    show()
  }

  private func stop() -> Bool { goesOnAsJob ? Guardian.stopJob() : Guardian.stop() }

  private func resume() {
    if !terminal.isForeground { terminal.suspend() }
    while !terminal.isForeground, stop() {
      // A running process receives the next signal like this one.
      if goesOnAsJob { return }
    }
    terminal.resume()
    lines.append("resumed")
  }

  private func act(on press: KeyPress) {
    switch press {
    case .character("q"): leave(0)
    case .character("!"): raise(SIGSEGV)
    case .character("9"): raise(SIGKILL)
    case .character("h"): hang(startingAgain: false)
    case .character("H"): hang(startingAgain: true)
    case .character("w"):
      Guardian.watch(forSeconds: 5, startingAgain: false)
      lines.append("watched")
    case .character("W"):
      Guardian.endWatch()
      lines.append("done in time")
    case .character("b"):
      for step in 0..<200 {
        fill = step
        show()
      }
      fill = nil
    case .character("p"): showsPicture.toggle()
    case .character("l"): lines.append("counted \(Contention.count())")
    case .character("j"): goesOnAsJob = true
    case .character("e"):
      let environment = ProcessInfo.processInfo.environment
      let size = ["LINES", "COLUMNS"].map { environment[$0] ?? "unset" }
      lines.append("environment \(size.joined(separator: " "))")
    case .character("o"):
      print("printed \u{1B}[31mred\u{1B}[0m \u{9B}2J\u{202E}茶壶\u{7}")
      FileHandle.standardError.write(Data("complained \u{FF}".utf8) + Data([0xFF, 0x0A]))
    case .character("O"):
      for number in 0..<200_000 { print("line \(number)") }
      FileHandle.standardError.write(Data("the last line\n".utf8))
    case .character("T"): fatalError("the trap says \u{1B}[2Jwhy")
    case .character("X"): exit(3)
    case .character("L"): linkNumber += 1
    case .character("r"): seed = (seed ?? 0) + 1
    case .character("s"): scrollStep = (scrollStep ?? 0) + 1
    default: break
    }
  }

  /// Stops responding, after announcing a short operation to the watchdog.
  private func hang(startingAgain: Bool) -> Never {
    Guardian.watch(forSeconds: 1, startingAgain: startingAgain)
    while true { pause() }
  }

  private func leave(_ status: Int32) -> Never {
    terminal.close()
    exit(status)
  }

  private func show() {
    if let scrollStep {
      terminal.present(RandomFrame.scrolled(step: scrollStep, size: terminal.size))
      return
    }
    if let seed {
      terminal.present(RandomFrame.make(seed: seed, size: terminal.size))
      return
    }
    let canvas = Canvas(size: terminal.size)
    if let fill {
      canvas.fill(
        canvas.bounds, with: Glyph(ascii: UInt8(0x21 + fill % 90)),
        style: Style(foreground: .palette(UInt8(fill % 256))))
    } else if showsPicture {
      paint(canvas)
    } else {
      canvas.draw(
        "probe \(terminal.size.width)x\(terminal.size.height) restarts \(Guardian.restarts)",
        at: .zero)
      for (row, line) in lines.suffix(max(0, terminal.size.height - 1)).enumerated() {
        canvas.draw(line, at: Point(x: 0, y: row + 1))
      }
      if linkNumber % 3 > 0 {
        let place = Point(x: 60, y: 0)
        canvas.draw("manual", at: place)
        canvas.link(to: "https://toolbox.example/\(linkNumber)", at: place, width: 6)
      }
    }
    terminal.present(canvas.frame)
  }

  private func paint(_ canvas: Canvas) {
    canvas.draw("Чайник 茶壶 हि e\u{301} 🏠 \u{1B}[2J", at: .zero, style: Style(.bold))
    canvas.draw("red", at: Point(x: 0, y: 1), style: Style(foreground: .red))
    canvas.draw("bright", at: Point(x: 4, y: 1), style: Style(foreground: .palette(9)))
    canvas.draw("cube", at: Point(x: 11, y: 1), style: Style(background: .palette(200)))
    canvas.draw("chosen", at: Point(x: 16, y: 1), style: Style([.reverse, .underline]))
    canvas.draw("edge", at: Point(x: canvas.bounds.maxX - 4, y: canvas.bounds.maxY - 1))
    canvas.setCursor(Point(x: 3, y: 2))
  }
}
