extension Window {
  /// The key for an action, as a person writes it: the one that the person gave to it, or its own.
  ///
  /// Empty where there is none.
  public func keyLabel(of action: Action) -> String {
    let keys = app?.keyOverrides[action.id] ?? action.keys
    return keys.first { $0.problem == nil }?.label ?? ""
  }

  /// Reports what is wrong with the actions of a screen, when the first of its kind comes up.
  ///
  /// In debug builds, as assertions are: it takes a launch a thirtieth of its time.
  func checkActions(of controller: ViewController) {
    guard let app,
      checkedControllerTypes.insert(ObjectIdentifier(type(of: controller)).number).inserted
    else { return }
    for problem in Action.problems(in: controller.actions) {
      app.remark("\(controller.nameInReports): \(problem)")
    }
  }
}
