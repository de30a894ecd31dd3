import Foundation

/// The unsaved input of a form: texts exactly as typed, and choices.
///
/// In JSON: `{"texts": {"name": "Teap", "purchasePrice": "12,"}, "choices": {"place": "UUID"}}`, and
/// under `was` the same for the former values of the item. The keys are `ItemField.rawValue`; the
/// choice `null` is the choice of none. A reader skips entries that it does not know or cannot parse;
/// it never refuses a draft as a whole.
public struct DraftFields: Hashable, Sendable {
  /// The texts of the fields that were touched or shown.
  public var texts: [String: String]
  /// The choices; `nil` means “none” was chosen.
  public var choices: [String: UUID?]

  /// The item's values of these fields when they were first touched, as far as known.
  ///
  /// If the item has other values now, another session has changed it.
  public var was = Earlier()

  /// The values of an item's fields.
  public struct Earlier: Hashable, Sendable {
    /// The texts.
    public var texts: [String: String] = [:]
    /// The choices; `nil` is the choice of none.
    public var choices: [String: UUID?] = [:]

    /// Knows nothing.
    public init() {}

    /// Whether nothing is known.
    public var isEmpty: Bool { texts.isEmpty && choices.isEmpty }
  }

  /// Makes fields.
  public init(texts: [String: String] = [:], choices: [String: UUID?] = [:]) {
    self.texts = texts
    self.choices = choices
  }

  /// Whether nothing was typed or chosen.
  public var isEmpty: Bool { texts.isEmpty && choices.isEmpty }

  /// The text of a field.
  public subscript(field: ItemField) -> String? {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue }
  }

  /// The choice for a field: `nil` if nothing was chosen, `.some(nil)` if “none” was.
  public subscript(choice field: ItemField) -> UUID?? {
    get { choices[field.rawValue] }
    set { choices[field.rawValue] = newValue }
  }
}

extension DraftFields: Codable {
  private enum Key: String, CodingKey { case texts, choices, was }

  /// An entry of any type; only texts and null are used.
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

  /// Decodes as much as possible.
  public init(from decoder: any Decoder) throws {
    self.init()
    guard let container = try? decoder.container(keyedBy: Key.self) else { return }
    (texts, choices) = Self.parts(of: container)
    if let inner = try? container.nestedContainer(keyedBy: Key.self, forKey: .was) {
      (was.texts, was.choices) = Self.parts(of: inner)
    }
  }

  private static func parts(
    of container: KeyedDecodingContainer<Key>
  ) -> (texts: [String: String], choices: [String: UUID?]) {
    var texts: [String: String] = [:]
    var choices: [String: UUID?] = [:]
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
    return (texts, choices)
  }

  /// Encodes both parts, null included.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try Self.put(texts, choices, into: &container)
    guard !was.isEmpty else { return }
    var inner = container.nestedContainer(keyedBy: Key.self, forKey: .was)
    try Self.put(was.texts, was.choices, into: &inner)
  }

  private static func put(
    _ texts: [String: String], _ choices: [String: UUID?],
    into container: inout KeyedEncodingContainer<Key>
  ) throws {
    try container.encode(texts, forKey: .texts)
    let entries = choices.mapValues { $0.map { Entry.text($0.uuidString) } ?? .null }
    try container.encode(entries, forKey: .choices)
  }
}
