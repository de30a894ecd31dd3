extension Window {
  /// The key of an action, as a person writes it: the overriding one, or the action's own.
  ///
  /// Empty if it has none.
  public func keyLabel(of action: Action) -> String {
    let keys = app?.keyOverrides[action.id] ?? action.keys
    return keys.first { $0.problem == nil }?.label ?? ""
  }

  func editingKeys<Effect>(of table: EditingKeys<Effect>) -> EditingKeys<Effect> {
    guard let app, !app.keyOverrides.isEmpty else { return table }
    let name = ObjectIdentifier(table)
    if let known = overriddenEditingKeys[name] as? EditingKeys<Effect> { return known }
    let own = table.with(app.keyOverrides)
    overriddenEditingKeys[name] = own
    for problem in own.problems { app.remark(problem) }
    return own
  }

  /// Reports what is wrong with the actions of a screen, when the first screen of its class appears.
  ///
  /// Only in debug builds: it takes a thirtieth of a launch.
  func checkActions(of controller: ViewController) {
    guard let app,
      checkedControllerTypes.insert(ObjectIdentifier(type(of: controller)).number).inserted
    else { return }
    for problem in Action.problems(in: controller.actions) {
      app.remark("\(controller.nameInReports): \(problem)")
    }
  }
}
