/// Why a home and its household's server do not come to terms, in one line each.
public enum ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The server was set back to an older state: what came after that is in the homes alone.
  case serverSetBack
  /// The inventory belongs to no household.
  case noHousehold
  /// It belongs to one, and there are no credentials: a backup does not have them.
  case noKey

  /// One line that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .serverSetBack:
      "the household's server was set back to an older state; nothing is lost here: "
        + "create a household anew from the home that has everything, and join it"
    case .noHousehold:
      "this inventory belongs to no household: “keepsake household create” or “join” first"
    case .noKey:
      "the key of the household is missing, as after a restore: “keepsake household join” with its code"
    }
  }
}
