/// A value under its key, as an object encoded it.
package struct KeyedValue: Hashable, Sendable {
  package var key: String
  package var value: Value
}
