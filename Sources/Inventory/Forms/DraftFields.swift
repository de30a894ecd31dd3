import Foundation

/// What a person typed into a form and has not saved: the texts exactly as typed, and the choices.
///
/// As JSON: `{"texts": {"name": "Teap", "purchasePrice": "12,"}, "choices": {"place": "UUID"}}`, and
/// under `was` the same for what the item said before. The keys are `ItemField.rawValue`; a choice of
/// `null` is the choice of none. What a reader does not know or cannot read it leaves out, entry by
/// entry; a draft is never refused as a whole.
public struct DraftFields: Hashable, Sendable {
  /// The text of each field that has been touched or shown.
  public var texts: [String: String]
  /// What was picked: nil stands for "none".
  public var choices: [String: UUID?]

  /// What the item said in these fields when they were first touched, as far as that is known.
  ///
  /// When it says something else now, somebody else changed it meanwhile.
  public var was = Earlier()

  /// What the fields of an item said.
  public struct Earlier: Hashable, Sendable {
    /// The texts.
    public var texts: [String: String] = [:]
    /// The choices; nil stands for "none".
    public var choices: [String: UUID?] = [:]

    /// Says nothing.
    public init() {}

    /// Whether nothing is known.
    public var isEmpty: Bool { texts.isEmpty && choices.isEmpty }
  }

  /// Makes fields.
  public init(texts: [String: String] = [:], choices: [String: UUID?] = [:]) {
    self.texts = texts
    self.choices = choices
  }

  /// Whether nothing was typed and nothing picked.
  public var isEmpty: Bool { texts.isEmpty && choices.isEmpty }

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
  private enum Key: String, CodingKey { case texts, choices, was }

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

  /// Writes both parts, nulls included.
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
