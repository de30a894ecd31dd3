import Foundation

/// What a person typed into a form and has not saved: the texts exactly as typed, and the choices.
///
/// As JSON: `{"texts": {"name": "Teap", "purchasePrice": "12,"}, "choices": {"place": "UUID"}}`. The
/// keys are `ItemField.rawValue`; a choice of `null` is the choice of none. What a reader does not
/// know or cannot read it leaves out, entry by entry; a draft is never refused as a whole.
public struct DraftFields: Hashable, Sendable {
  /// The text of each field that has been touched or shown.
  public var texts: [String: String]
  /// What was picked: nil stands for "none".
  public var choices: [String: UUID?]

  /// Makes fields.
  public init(texts: [String: String] = [:], choices: [String: UUID?] = [:]) {
    self.texts = texts
    self.choices = choices
  }

  /// The text of a field.
  public subscript(field: ItemField) -> String? {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue }
  }

  /// What was picked for a field: nil when nothing was picked, `.some(nil)` when "none" was.
  public subscript(choice field: ItemField) -> UUID?? {
    get { choices[field.rawValue] }
    set { choices[field.rawValue] = newValue }
  }
}

extension DraftFields: Codable {
  private enum Key: String, CodingKey { case texts, choices }

  /// An entry that may be of any kind; only texts and nulls are taken.
  private enum Entry: Codable {
    case text(String)
    case null
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .text(let text) = self {
        try container.encode(text)
      } else {
        try container.encodeNil()
      }
    }
  }

  /// Reads what can be read.
  public init(from decoder: any Decoder) throws {
    self.init()
    guard let container = try? decoder.container(keyedBy: Key.self) else { return }
    let typed = (try? container.decode([String: Entry].self, forKey: .texts)) ?? [:]
    let picked = (try? container.decode([String: Entry].self, forKey: .choices)) ?? [:]
    for case (let key, .text(let text)) in typed { texts[key] = text }
    for (key, entry) in picked {
      switch entry {
      case .null: choices[key] = .some(nil)
      case .text(let text): if let uuid = UUID(uuidString: text) { choices[key] = uuid }
      case .other: continue
      }
    }
  }

  /// Writes both parts, nulls included.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(texts, forKey: .texts)
    let entries = choices.mapValues { $0.map { Entry.text($0.uuidString) } ?? .null }
    try container.encode(entries, forKey: .choices)
  }
}
