import Reprise
import RepriseTesting
import Testing
@Test func show() throws {
  let pilot = try Pilot.library()
  for key in ComingBackTests.journeys[3].keys { try pilot.press(key) }
  print(pilot.screen)
  print(pilot.frame.cursor as Any)
  for key in ComingBackTests.journeys[1].keys { try pilot.press(key) }
  try pilot.press(.character("n"), KeyPress(.tab)); try pilot.type("hello wor"); 
  print(pilot.screen, pilot.frame.cursor as Any)
  try pilot.restartAndRestore()
  print(pilot.screen, pilot.frame.cursor as Any, pilot.application.restorationReport.entries.map { "\($0.path) \($0.outcome)" }.joined(separator: "\n"))
  try pilot.resize(to: Size(width: 100, height: 30))
  print(pilot.screen)
}
