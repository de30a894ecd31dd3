/// A currency: its ISO 4217 code and the decimals of its minor unit.
public struct Currency: Hashable, Codable, Sendable {
  /// The three letters of ISO 4217.
  public let code: String
  /// Decimals of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD.
  public let exponent: Int

  /// The minor units in one unit: 100 for EUR, 1 for JPY.
  var minorUnits: Double { (0..<exponent).reduce(1) { product, _ in product * 10 } }

  /// Makes the currency of a code; `nil` if it is not three letters.
  public init?(code: String) {
    let upper = code.uppercased()
    guard upper.utf8.count == 3, upper.utf8.allSatisfy({ (65...90).contains($0) }) else {
      return nil
    }
    self.code = upper
    if Self.withoutDecimals.contains(upper) {
      exponent = 0
    } else if Self.withThreeDecimals.contains(upper) {
      exponent = 3
    } else {
      exponent = 2
    }
  }

  private init(code: String, exponent: Int) {
    self.code = code
    self.exponent = exponent
  }

  /// The euro, the default.
  public static let euro = Currency(code: "EUR", exponent: 2)

  /// The signs that people write instead of the code: `€`.
  public var signs: [String] { Self.signs[code] ?? [] }

  /// The sign to print: the most common of ``signs``, or else the code.
  ///
  /// An inventory has one currency, so `$` is unambiguous.
  public var sign: String { Self.printed[code] ?? signs.first ?? code }

  private static let printed = [
    "AUD": "$", "CAD": "$", "CHF": "CHF", "DKK": "kr", "NZD": "$", "USD": "$",
  ]

  private static let signs: [String: [String]] = [
    "AMD": ["֏"], "ARS": ["$"], "AUD": ["A$", "$"], "AZN": ["₼"], "BGN": ["лв"], "BRL": ["R$"],
    "BYN": ["Br"], "CAD": ["C$", "$"], "CHF": ["Fr.", "Fr"], "CLP": ["$"], "CNY": ["¥", "元"],
    "COP": ["$"], "CRC": ["₡"], "CZK": ["Kč"], "DKK": ["kr.", "kr"], "EUR": ["€"], "GBP": ["£"],
    "GEL": ["₾"], "GHS": ["₵"], "HKD": ["HK$", "$"], "HUF": ["Ft"], "IDR": ["Rp"], "ILS": ["₪"],
    "INR": ["₹"], "ISK": ["kr"], "JPY": ["¥", "￥", "円"], "KHR": ["៛"], "KRW": ["₩"],
    "KZT": ["₸"], "LAK": ["₭"], "MNT": ["₮"], "MXN": ["$"], "MYR": ["RM"], "NGN": ["₦"],
    "NOK": ["kr"], "NZD": ["NZ$", "$"], "PEN": ["S/"], "PHP": ["₱"], "PLN": ["zł"],
    "PYG": ["₲"], "RON": ["lei"], "RUB": ["₽"], "SEK": ["kr"], "SGD": ["S$", "$"], "THB": ["฿"],
    "TRY": ["₺"], "TWD": ["NT$", "$"], "UAH": ["₴"], "USD": ["US$", "$"], "UYU": ["$"],
    "VND": ["₫"], "ZAR": ["R"],
  ]

  private static let withoutDecimals: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]
  private static let withThreeDecimals: Set<String> = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
  ]
}

extension Currency {
  /// Makes the currency of a code that a person typed; `nil` if ISO 4217 has no such currency.
  ///
  /// An inventory that has another code already keeps it: amounts are never left without a currency.
  public init?(listedCode code: String) {
    self.init(code: code)
    let found = self.code
    guard Self.otherCodes.contains(found) || Self.isOfRegion(found) else { return nil }
  }

  /// The ISO 4217 codes that are not the main currency of a country: second currencies, units of
  /// account, and recently replaced currencies, in which things were bought.
  ///
  /// Metals, `XTS` for tests and `XXX` for none are left out.
  private static let otherCodes: Set<String> = [
    "ANG", "BGN", "BOV", "BTN", "CHE", "CHW", "CLF", "COU", "CUC", "HRK", "MXV", "SHP", "SLL",
    "SVC", "USN", "UYI", "UYW", "VED", "XAD", "XDR", "XSU", "XUA", "ZWG", "ZWL",
  ]
}

extension Currency {
  /// The currency of the country that the environment names for money; `nil` if it names none.
  ///
  /// - Parameter environment: The environment variables, of which `LC_ALL`, `LC_MONETARY` and `LANG` count.
  public init?(environment: [String: String]) {
    guard let region = LocaleName(for: "LC_MONETARY", environment)?.region,
      let code = Self.code(of: region)
    else { return nil }
    self.init(code: code)
  }

  /// The code of a country's currency.
  private static func code(of region: String) -> String? {
    // Needed once in the life of an inventory: a linear search is quick enough.
    for line in regions where line.regions.contains(region) { return line.code }
    return nil
  }

  /// Whether a country has the currency of a code.
  static func isOfRegion(_ code: String) -> Bool { regions.contains { $0.code == code } }

  private struct Line {
    let code: String
    let regions: [String]

    init(_ code: String, _ regions: String) {
      self.code = code
      self.regions = regions.split(separator: " ").map(String.init)
    }
  }

  /// Countries by currency (ISO 3166 and ISO 4217).
  private static var regions: [Line] {
    [
      Line(
        "EUR",
        """
        AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE \
        SI SK SM TF VA XK YT
        """),
      Line("USD", "AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI"),
      Line("GBP", "GB GG IM JE GS"), Line("CHF", "CH LI"), Line("DKK", "DK FO GL"),
      Line("NOK", "NO BV SJ"), Line("SEK", "SE"), Line("ISK", "IS"), Line("PLN", "PL"),
      Line("CZK", "CZ"), Line("HUF", "HU"), Line("RON", "RO"), Line("RSD", "RS"),
      Line("MKD", "MK"), Line("ALL", "AL"), Line("BAM", "BA"), Line("MDL", "MD"),
      Line("UAH", "UA"), Line("BYN", "BY"), Line("RUB", "RU"), Line("TRY", "TR"),
      Line("GEL", "GE"), Line("AMD", "AM"), Line("AZN", "AZ"), Line("KZT", "KZ"),
      Line("UZS", "UZ"), Line("KGS", "KG"), Line("TJS", "TJ"), Line("TMT", "TM"),
      Line("MNT", "MN"), Line("CNY", "CN"), Line("JPY", "JP"), Line("KRW", "KR"),
      Line("KPW", "KP"), Line("TWD", "TW"), Line("HKD", "HK"), Line("MOP", "MO"),
      Line("SGD", "SG"), Line("MYR", "MY"), Line("THB", "TH"), Line("VND", "VN"),
      Line("IDR", "ID"), Line("PHP", "PH"), Line("KHR", "KH"), Line("LAK", "LA"),
      Line("MMK", "MM"), Line("BND", "BN"), Line("INR", "IN BT"), Line("PKR", "PK"),
      Line("BDT", "BD"), Line("LKR", "LK"), Line("NPR", "NP"), Line("MVR", "MV"),
      Line("AFN", "AF"), Line("IRR", "IR"), Line("IQD", "IQ"), Line("ILS", "IL PS"),
      Line("JOD", "JO"), Line("LBP", "LB"), Line("SYP", "SY"), Line("SAR", "SA"),
      Line("AED", "AE"), Line("QAR", "QA"), Line("KWD", "KW"), Line("BHD", "BH"),
      Line("OMR", "OM"), Line("YER", "YE"), Line("EGP", "EG"), Line("LYD", "LY"),
      Line("TND", "TN"), Line("DZD", "DZ"), Line("MAD", "MA EH"), Line("MRU", "MR"),
      Line("XOF", "BF BJ CI GW ML NE SN TG"), Line("XAF", "CF CG CM GA GQ TD"),
      Line("NGN", "NG"), Line("GHS", "GH"), Line("GMD", "GM"), Line("GNF", "GN"),
      Line("SLE", "SL"), Line("LRD", "LR"), Line("CVE", "CV"), Line("STN", "ST"),
      Line("CDF", "CD"), Line("AOA", "AO"), Line("ZAR", "ZA"), Line("NAD", "NA"),
      Line("BWP", "BW"), Line("ZMW", "ZM"), Line("MWK", "MW"), Line("MZN", "MZ"),
      Line("SZL", "SZ"), Line("LSL", "LS"), Line("MGA", "MG"), Line("MUR", "MU"),
      Line("SCR", "SC"), Line("KMF", "KM"), Line("KES", "KE"), Line("UGX", "UG"),
      Line("TZS", "TZ"), Line("RWF", "RW"), Line("BIF", "BI"), Line("ETB", "ET"),
      Line("ERN", "ER"), Line("DJF", "DJ"), Line("SOS", "SO"), Line("SDG", "SD"),
      Line("SSP", "SS"), Line("CAD", "CA"), Line("MXN", "MX"), Line("GTQ", "GT"),
      Line("BZD", "BZ"), Line("HNL", "HN"), Line("NIO", "NI"), Line("CRC", "CR"),
      Line("PAB", "PA"), Line("CUP", "CU"), Line("DOP", "DO"), Line("HTG", "HT"),
      Line("JMD", "JM"), Line("BSD", "BS"), Line("BBD", "BB"), Line("TTD", "TT"),
      Line("XCD", "AG AI DM GD KN LC MS VC"), Line("AWG", "AW"), Line("XCG", "CW SX"),
      Line("KYD", "KY"), Line("BMD", "BM"), Line("BRL", "BR"), Line("ARS", "AR"),
      Line("CLP", "CL"), Line("COP", "CO"), Line("PEN", "PE"), Line("UYU", "UY"),
      Line("PYG", "PY"), Line("BOB", "BO"), Line("VES", "VE"), Line("GYD", "GY"),
      Line("SRD", "SR"), Line("FKP", "FK"), Line("AUD", "AU CC CX HM KI NF NR TV"),
      Line("NZD", "NZ CK NU PN TK"), Line("PGK", "PG"), Line("FJD", "FJ"), Line("SBD", "SB"),
      Line("VUV", "VU"), Line("WST", "WS"), Line("TOP", "TO"), Line("XPF", "NC PF WF"),
      Line("GIP", "GI"),
    ]
  }
}
