/// A value and its key, as an object encoded them.
package struct KeyedValue: Hashable, Sendable {
  package var key: String
  package var value: Value
}

extension [KeyedValue] {
  /// Converts the pairs that apps use.
  package init(_ pairs: [(key: String, value: Value)]) {
    self = pairs.map { KeyedValue(key: $0.key, value: $0.value) }
  }

  /// The pairs that apps use.
  var pairs: [(key: String, value: Value)] { map { ($0.key, $0.value) } }
}
