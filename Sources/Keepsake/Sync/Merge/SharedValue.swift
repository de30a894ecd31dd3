/// A value of one cell of a shared row.
public enum SharedValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}
