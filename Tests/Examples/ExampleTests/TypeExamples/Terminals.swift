import Reprise
import Terminal
import Testing

@Suite @MainActor struct TerminalExamples {
  @Test func aTestIsTheTerminal() throws {
    let terminal = HeadlessTerminal(size: Size(width: 40, height: 10))
    var events: [TerminalEvent] = []
    try terminal.open { events += $0 }
    terminal.send([.key(.character("q"))])
    #expect(events == [.key(.character("q"))])
  }

  @Test func aScreenIsShownOnAnyDevice() throws {
    func show(_ frame: Frame, on device: any TerminalDevice) {
      device.present(frame)
    }
    let terminal = HeadlessTerminal()
    terminal.resume()
    show(Frame(size: terminal.size), on: terminal)
    #expect(terminal.frames.count == 1)
  }

  @Test func aTerminalIsChosenByItsColors() {
    let console = TerminalCapabilities(colors: 8, name: "linux")
    let terminal = HeadlessTerminal(capabilities: console)
    #expect(terminal.capabilities.colors == 8)
  }

  /// Compiled only: a test has no terminal of its own.
  private func drawOnTheTerminal(_ environment: [String: String]) -> String? {
    do throws(TerminalError) {
      let loop = MainLoop()
      let terminal = try CursesTerminal(environment: environment, loop: loop)
      try terminal.open { events in
        if events.contains(.key(.character("q"))) { terminal.close() }
      }
      terminal.resume()
      loop.run()
    } catch {
      return error.description
    }
  }

  @Test func pixelsAreShownAboveCells() throws {
    let size = Size(width: 16, height: 16)
    let red = [UInt8]((0..<256).flatMap { _ in [255, 0, 0] as [UInt8] })
    let graphic = try #require(Graphic(form: .pixels, size: size, bytes: red))
    let canvas = Canvas(size: Size(width: 2, height: 1))
    canvas.draw(Frame(size: Size(width: 2, height: 1)), at: .zero, graphic: graphic)
    #expect(GraphicForm.pixels.byteLimit > red.count)
  }
}
