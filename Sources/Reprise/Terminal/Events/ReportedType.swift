/// What a terminal says of itself.
public struct ReportedType: Hashable, Sendable {
  /// The name of its type, as terminfo has it.
  public var name: String?
  /// How many colours it has.
  public var colors: Int?
}
