/// The app, as its window knows it.
protocol WindowApplication: AnyObject {
  /// How the roles of styles look.
  var theme: Theme { get }

  /// The keys that a person gave to actions, by ``Action/id``.
  var keyOverrides: [String: [KeyBinding]] { get }

  /// The actions of all screens, if the app lists them.
  var actionTable: ActionTable? { get }

  /// The clock for everything that depends on how fast keys follow each other.
  var now: () -> ContinuousClock.Instant { get }

  /// Asks for one turn soon, however much changes until then.
  func setNeedsTurn()

  /// Stores, in the middle of an event, the change that a screen is about to make to the app's data.
  func storeIntent()

  /// Adds a line to the report of this launch.
  func remark(_ text: String)

  /// The notice for keys that did nothing, if there is one.
  func notice(forUnhandledKeys keys: [KeyPress]) -> String?

  /// Notes that the person may be doing something else.
  func userActivityDidChange()

  /// Quits, as the person asked.
  func quit()

  /// Whether texts can be edited in the person's own editor.
  var offersExternalEditor: Bool { get }

  /// Opens the person's editor with a text.
  func editExternally(_ text: any ExternallyEdited)

  /// Takes over what an editor wrote after the app was killed.
  func recoverExternalEdit(of text: any ExternallyEdited)
}
