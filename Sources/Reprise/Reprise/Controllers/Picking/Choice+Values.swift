extension Choice {
  /// Makes a choice whose options stand for values, bound to the chosen one.
  ///
  /// The property holds the value, not its index: it is stored as such, and stays the same if a later version of the app
  /// sorts the options differently.
  ///
  /// ```swift
  /// @Restorable("currency") var currency: String? = nil
  /// lazy var currencies = Choice(["EUR", "ISK"], $currency) { $0.lowercased() }
  /// ```
  ///
  /// If the value is not among the options, none is chosen, and the property keeps its value.
  ///
  /// - Parameters:
  ///   - values: The values; of equal ones the first counts.
  ///   - selection: The chosen value; `nil` for none.
  ///   - title: The text of an option.
  public convenience init<Value: Hashable>(
    _ values: [Value], _ selection: Binding<Value?>, title: (Value) -> String
  ) {
    let index = Binding<Int?>(
      key: selection.key,
      get: { selection.wrappedValue.flatMap { values.firstIndex(of: $0) } },
      set: { index in
        selection.wrappedValue = index.flatMap { values.indices.contains($0) ? values[$0] : nil }
      })
    self.init(values.map(title), index)
  }

  /// Makes a choice whose options stand for values, bound to the chosen one, which is never `nil`.
  ///
  /// - Parameters:
  ///   - values: The values; of equal ones the first counts.
  ///   - selection: The chosen value.
  ///   - title: The text of an option.
  public convenience init<Value: Hashable>(
    _ values: [Value], _ selection: Binding<Value>, title: (Value) -> String
  ) {
    let index = Binding<Int?>(
      key: selection.key, get: { values.firstIndex(of: selection.wrappedValue) },
      set: { index in
        if let index, values.indices.contains(index) { selection.wrappedValue = values[index] }
      })
    self.init(values.map(title), index)
  }
}
