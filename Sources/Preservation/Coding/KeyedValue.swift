/// A value under its key, as an object encoded it.
package struct KeyedValue: Hashable, Sendable {
  package var key: String
  package var value: Value
}

extension [KeyedValue] {
  /// Takes keys and values as apps write them.
  init(_ pairs: [(key: String, value: Value)]) {
    self = pairs.map { KeyedValue(key: $0.key, value: $0.value) }
  }

  /// Keys and values as apps write them.
  var pairs: [(key: String, value: Value)] { map { ($0.key, $0.value) } }
}
