import Reprise
import RepriseTesting
import Testing

@testable import hello

/// Tests of the same program, as its author would write them.
@Suite @MainActor struct HelloPilotTests {
  @Test(arguments: [false, true])
  func nameIsKeptAfterARestart(_ restarts: Bool) throws {
    let pilot = try Pilot(
      app: HelloApp.self, size: Size(width: 72, height: 12), restartsAfterEveryEvent: restarts)
    #expect(pilot.find("greeting/name").text == "Your name")
    pilot.find("greeting/name").type("Ada").press(KeyPress(.home))
    try pilot.restartAndRestore()
    #expect(pilot.find("greeting/name").text == "Ada")
    #expect(pilot.find("name").isFocused)
    #expect(pilot.frame.cursor == Point(x: 2, y: 3))
    #expect(pilot.screen.contains("Hello, Ada!"))
    try pilot.press(KeyPress(.tab), KeyPress(.enter))
    try pilot.restartAndRestore()
    #expect(pilot.find("name").text == "Your name", "cleared text isn't restored")
  }

  @Test func qQuitsOutsideTextFields() throws {
    let pilot = try Pilot(app: HelloApp.self)
    try pilot.press(.character("q"))
    #expect(pilot.application.termination == nil, "in a text field it is a letter")
    try pilot.press(KeyPress(.tab), .character("q"))
    #expect(pilot.application.termination == .quit)
  }
}
