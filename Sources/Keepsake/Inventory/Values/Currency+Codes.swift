extension Currency {
  /// Makes the currency of a code that a person typed; `nil` if ISO 4217 has no such currency.
  ///
  /// An inventory that has another code already keeps it: amounts are never left without a currency.
  public init?(listedCode code: String) {
    self.init(code: code)
    let found = self.code
    guard Self.otherCodes.contains(found) || Self.isOfRegion(found) else { return nil }
  }

  /// What ISO 4217 lists beside the currency that each country has: second currencies, units of account,
  /// and those that were replaced in the last years, in which things were bought.
  ///
  /// Metals, `XTS` for tests and `XXX` for none are left out.
  private static let otherCodes: Set<String> = [
    "ANG", "BGN", "BOV", "BTN", "CHE", "CHW", "CLF", "COU", "CUC", "HRK", "MXV", "SHP", "SLL",
    "SVC", "USN", "UYI", "UYW", "VED", "XAD", "XDR", "XSU", "XUA", "ZWG", "ZWL",
  ]
}
