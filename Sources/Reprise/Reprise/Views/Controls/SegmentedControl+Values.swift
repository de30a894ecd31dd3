extension SegmentedControl {
  /// Creates a control whose segments stand for values, bound to the chosen one.
  ///
  /// The property holds the value, not its index: it is stored as such, and stays the same if a later version of the app
  /// sorts the segments differently.
  ///
  /// ```swift
  /// @Restorable("order") var order = Order.name
  /// lazy var orders = SegmentedControl(Order.allCases, $order) { $0.title }
  /// ```
  ///
  /// If the value is not among the segments, the first one is shown, and the property keeps its value.
  ///
  /// - Parameters:
  ///   - values: The values, from the left; of equal ones the first counts.
  ///   - selection: The chosen value.
  ///   - title: The name of a value.
  public convenience init<Value: Hashable>(
    _ values: [Value], _ selection: Binding<Value>, title: (Value) -> String
  ) {
    self.init(values.map(title), selection.index(in: values, otherwise: 0))
  }
}

extension Binding where Value: Hashable {
  /// A binding to the index of the value in a list.
  ///
  /// - Parameters:
  ///   - values: The list.
  ///   - index: The index of a value that is not in it.
  fileprivate func index(in values: [Value], otherwise index: Int) -> Binding<Int> {
    Binding<Int>(
      key: key, get: { values.firstIndex(of: wrappedValue) ?? index },
      set: { if values.indices.contains($0) { wrappedValue = values[$0] } })
  }
}
