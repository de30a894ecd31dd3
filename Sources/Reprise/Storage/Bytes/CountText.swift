/// Formats whole numbers for people.
public enum CountText {
  /// A number with thousands separators: `120,000`.
  public static func text(_ number: Int) -> String { grouped(String(number)) }

  /// `1 item`, `2 items`, `1,204 items`.
  public static func items(_ number: Int) -> String {
    "\(text(number)) item\(number == 1 ? "" : "s")"
  }

  /// `1 value`, `2 values`.
  public static func text(_ number: Int, _ one: String, _ many: String) -> String {
    "\(text(number)) \(number == 1 ? one : many)"
  }

  /// Digits with thousands separators, with or without a sign.
  public static func grouped(_ digits: String) -> String {
    var text = ""
    let characters = Array(digits)
    for (index, character) in characters.enumerated() {
      let rest = characters.count - index
      if index > 0, rest % 3 == 0, characters[index - 1] != "-" { text.append(",") }
      text.append(character)
    }
    return text
  }
}
