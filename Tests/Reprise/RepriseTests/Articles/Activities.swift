import Reprise
import RepriseTesting
import Testing

final class Page: ViewController {
  let number: Int

  init(number: Int) {
    self.number = number
    super.init()
    userActivity = UserActivity(activityType: "org.example.book.read")
  }

  override func updateUserActivityState(_ activity: UserActivity) {
    activity.title = "reading page \(number)"
    activity["page"] = number
  }
}

final class Reader: ApplicationDelegate {
  func stateRestorationActivity(for application: Application) -> UserActivity? {
    application.userActivity
  }
}

final class Rebuilder: ApplicationDelegate {
  func stateRestorationActivity(for application: Application) -> UserActivity? {
    application.userActivity
  }

  func application(
    _ application: Application, restoreInteractionStateWith activity: UserActivity
  ) {
    application.window.rootViewController = Page(number: activity["page"] ?? 1)
  }
}

/// The examples of the article about activities.
@Suite struct ActivityArticleTests {
  @Test func aPageIsBuiltFromItsNumberAlone() throws {
    let pilot = try Pilot { device, store in
      let application = Application(
        delegate: Rebuilder(), device: device, store: store, registry: RestorationRegistry())
      return application
    }
    pilot.application.window.rootViewController = Page(number: 7)
    try pilot.press(KeyPress(.function(12)))
    try pilot.restartAndRestore()
    #expect((pilot.application.window.rootViewController as? Page)?.number == 7)
    #expect(pilot.application.stateRestorationActivity?.title == "reading page 7")
  }
}
