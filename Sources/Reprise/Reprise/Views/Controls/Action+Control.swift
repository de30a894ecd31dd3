extension Action {
  /// An action of a control itself: its keys work while the control is enabled, and no hint names them.
  convenience init<Owner: Control>(
    _ id: String, _ title: String, _ keys: KeyBinding..., of control: Owner,
    perform: @escaping (Owner) -> Void
  ) {
    self.init(
      id, title, keys: keys, isHinted: false,
      enabled: { [weak control] in control?.isEnabled ?? false }
    ) { [weak control] in
      if let control { perform(control) }
    }
  }
}
