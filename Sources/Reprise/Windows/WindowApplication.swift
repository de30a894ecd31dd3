/// What a window knows of the app that it is the window of.
protocol WindowApplication: AnyObject {
  /// What the roles of styles look like.
  var theme: Theme { get }

  /// The keys that a person gave to actions, by ``Action/id``.
  var keyOverrides: [String: [KeyBinding]] { get }

  /// Has one turn taken soon, however much changes until then.
  func setNeedsTurn()

  /// Says something in the report of this launch.
  func remark(_ text: String)

  /// What to say about keys that did nothing, if anything.
  func notice(forUnhandledKeys keys: [KeyPress]) -> String?

  /// Leaves, as the person asks for.
  func quit()
}
