import Foundation

/// Keyed storage for the state of one object (contract 4.1).
///
/// One coder belongs to one object, so keys never clash between objects. A class and its subclasses
/// share it, which is why overriding methods call `super`. Keys that begin with `reprise.` belong
/// to the kit: an app's writes to them are ignored and reported (contract 4.7).
///
/// Values decode to `nil` when the key is missing or holds another type: a restored interface falls
/// back to its defaults and never traps.
public final class Coder {
  /// A value for everything that decodes; `Reprise` passes the app's environment.
  package let userInfo: Any?

  /// The facts about the saving program that every coder carries (contract 4.5).
  public let archiveInfo: ArchiveInfo

  /// The values encoded so far, in order.
  public var values: [(key: String, value: Value)] { keyedValues.pairs }

  /// The same values, as a record stores them.
  package private(set) var keyedValues: [KeyedValue]

  /// The position of each key, once there are more than ``few``: a short list is searched faster.
  private var positions: [String: Int] = [:]
  private static let few = 12

  /// Which of the initial values have been read.
  private var isRead: [Bool]
  private let references: any ReferenceCoding

  private static let kitPrefix = "reprise."
  private var isKitWriting = false

  /// Makes a coder from saved values, or an empty one for encoding.
  package convenience init(
    values: [(key: String, value: Value)] = [], references: any ReferenceCoding,
    archiveInfo: ArchiveInfo = ArchiveInfo()
  ) {
    self.init([KeyedValue](values), references: references, archiveInfo: archiveInfo)
  }

  /// Makes a coder from a record's values.
  package init(
    _ values: [KeyedValue], references: any ReferenceCoding, userInfo: Any? = nil,
    archiveInfo: ArchiveInfo = ArchiveInfo()
  ) {
    keyedValues = values
    self.references = references
    self.userInfo = userInfo
    self.archiveInfo = archiveInfo
    isRead = [Bool](repeating: false, count: values.count)
    if values.count > Self.few { indexKeys() }
  }

  private func indexKeys() {
    for (position, entry) in keyedValues.enumerated() { positions[entry.key] = position }
  }

  private func position(of key: String) -> Int? {
    positions.isEmpty ? keyedValues.lastIndex { $0.key == key } : positions[key]
  }

  /// Whether a key has a value.
  public func containsValue(forKey key: String) -> Bool {
    value(forKey: key) != nil
  }

  /// The raw value for a key.
  public func value(forKey key: String) -> Value? {
    guard let position = position(of: key) else { return nil }
    if position < isRead.count { isRead[position] = true }
    return keyedValues[position].value
  }

  /// The keys of initial values that nothing has read yet, in order.
  package var unreadKeys: [String] {
    isRead.indices.filter { !isRead[$0] }.map { keyedValues[$0].key }
  }

  /// The keys of initial values that only reads of another type have asked for, in the order of the reads.
  package private(set) var mismatchedKeys: [String] = []

  /// Records that the value of a key does not have the requested type.
  ///
  /// An explicit null counts as no value, and so does a reference to an object that was not restored.
  package func noteMismatch(forKey key: String) {
    guard let value = value(forKey: key), value != .null, !mismatchedKeys.contains(key) else {
      return
    }
    if case .reference(let node) = value, references.object(for: node) == nil { return }
    mismatchedKeys.append(key)
  }

  /// The value of a key as a type; `nil` if the key is missing or its value has another type.
  ///
  /// A caller that then asks for the right type takes the mismatch back.
  func value<Result>(forKey key: String, as convert: (Value) -> Result?) -> Result? {
    guard let value = value(forKey: key) else { return nil }
    guard let result = convert(value) else {
      noteMismatch(forKey: key)
      return nil
    }
    if !mismatchedKeys.isEmpty { mismatchedKeys.removeAll { $0 == key } }
    return result
  }

  /// Stores a raw value, replacing the key's previous one.
  ///
  /// `nil` leaves a new key absent and sets an existing one to ``Value/null``, so
  /// ``containsValue(forKey:)`` stays true.
  public func encode(value: Value?, forKey key: String) {
    guard isKitWriting || !key.hasPrefix(Self.kitPrefix) else {
      return references.noteKitKey(key)
    }
    if let position = position(of: key) {
      keyedValues[position].value = value ?? .null
    } else if let value {
      keyedValues.append(KeyedValue(key: key, value: value))
      if !positions.isEmpty {
        positions[key] = keyedValues.count - 1
      } else if keyedValues.count > Self.few {
        indexKeys()
      }
    }
  }

  /// Writes the kit's own state, under keys that are closed to apps.
  package func encodeKitState(_ write: () -> Void) {
    isKitWriting = true
    defer { isKitWriting = false }
    write()
  }

  /// Stores a reference to a restorable object, which makes that object preserved too (contract
  /// 2.6).
  public func encode(object: AnyObject?, forKey key: String) {
    encode(value: object.flatMap(references.reference(to:)).map(Value.reference), forKey: key)
  }

  /// Stores references to restorable objects; skips objects that cannot be preserved.
  public func encode(objects: [AnyObject], forKey key: String) {
    let nodes = objects.compactMap(references.reference(to:))
    encode(value: .array(nodes.map(Value.reference)), forKey: key)
  }

  /// Stores named references to restorable objects; skips objects that cannot be preserved.
  public func encode(objects: [String: AnyObject], forKey key: String) {
    let nodes = objects.sorted { $0.key < $1.key }.compactMap { entry in
      references.reference(to: entry.value).map { (entry.key, Value.reference($0)) }
    }
    encode(value: .dictionary(Dictionary(nodes) { first, _ in first }), forKey: key)
  }

  /// The restored objects behind named references; skips those that were not restored.
  public func decodeObjectsByName(forKey key: String) -> [String: AnyObject]? {
    guard let values = value(forKey: key, as: \.dictionary) else { return nil }
    return values.compactMapValues { value in
      guard case .reference(let node) = value else { return nil }
      return references.object(for: node)
    }
  }

  /// The restored objects behind stored references, each with a coder of its own saved state.
  public func decodeObjectsAndStates(forKey key: String) -> [(object: AnyObject, coder: Coder)] {
    guard let value = value(forKey: key) else { return [] }
    return value.references.compactMap { node in
      guard let object = references.object(for: node), let coder = references.coder(for: node)
      else { return nil }
      return (object, coder)
    }
  }

  /// The restored object behind a reference, or `nil` if it was not restored (contract 4.4).
  ///
  /// Also finds what the kit stores by name, such as a controller's storyboard.
  public func decodeObject(forKey key: String) -> AnyObject? {
    guard let value = value(forKey: key) else { return nil }
    guard case .reference(let node) = value else {
      let named = references.object(named: value, forKey: key)
      if named == nil, !key.hasPrefix(Self.kitPrefix) { noteMismatch(forKey: key) }
      return named
    }
    return references.object(for: node)
  }

  /// The restored objects behind stored references; `nil` for each that was not restored.
  public func decodeObjects(forKey key: String) -> [AnyObject?]? {
    guard let values = value(forKey: key, as: \.array) else { return nil }
    return values.map { value in
      guard case .reference(let node) = value else { return nil }
      return references.object(for: node)
    }
  }

  // MARK: - Values

  /// Stores a truth value.
  public func encode(_ flag: Bool, forKey key: String) {
    encode(value: .bool(flag), forKey: key)
  }

  /// Stores a whole number.
  public func encode(_ number: Int, forKey key: String) {
    encode(value: .int(Int64(number)), forKey: key)
  }

  /// Stores a whole number, or nothing.
  public func encode(_ number: Int?, forKey key: String) {
    encode(value: number.map { .int(Int64($0)) }, forKey: key)
  }

  /// Stores a floating point number.
  public func encode(_ number: Double, forKey key: String) {
    encode(value: .double(number), forKey: key)
  }

  /// Stores text, or nothing.
  public func encode(_ text: String?, forKey key: String) {
    encode(value: text.map(Value.string), forKey: key)
  }

  /// Stores bytes, or nothing.
  public func encode(_ data: Data?, forKey key: String) {
    encode(value: data.map(Value.data), forKey: key)
  }

  /// Stores a moment.
  public func encode(_ date: Date, forKey key: String) {
    encode(value: .date(date.timeIntervalSince1970), forKey: key)
  }

  /// Stores several texts in order.
  public func encode(_ texts: [String], forKey key: String) {
    encode(value: .array(texts.map(Value.string)), forKey: key)
  }

  /// Stores any `Codable` value as data (contract 4.3).
  ///
  /// - Throws: Any error that the value's encoding throws.
  public func encode(codable: some Encodable, forKey key: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encode(value: .data(try encoder.encode(codable)), forKey: key)
  }

  /// The Boolean value for a key; `false` if the key has no value.
  public func decodeBool(forKey key: String) -> Bool {
    value(forKey: key) { if case .bool(let flag) = $0 { flag } else { nil } } ?? false
  }

  /// The whole number for a key, if it fits into `Int`.
  public func decodeInt(forKey key: String) -> Int? {
    value(forKey: key) { if case .int(let number) = $0 { Int(exactly: number) } else { nil } }
  }

  /// The floating point number for a key.
  public func decodeDouble(forKey key: String) -> Double? {
    value(forKey: key) { if case .double(let number) = $0 { number } else { nil } }
  }

  /// The text for a key.
  public func decodeString(forKey key: String) -> String? {
    value(forKey: key, as: \.text)
  }

  /// The bytes for a key.
  public func decodeData(forKey key: String) -> Data? {
    value(forKey: key) { if case .data(let data) = $0 { data } else { nil } }
  }

  /// The moment for a key.
  public func decodeDate(forKey key: String) -> Date? {
    value(forKey: key) {
      if case .date(let seconds) = $0 { Date(timeIntervalSince1970: seconds) } else { nil }
    }
  }

  /// The texts for a key; `nil` when there are none or one of them is not text.
  public func decodeStrings(forKey key: String) -> [String]? {
    value(forKey: key) { value in
      guard let values = value.array else { return nil }
      let texts = values.compactMap(\.text)
      return texts.count == values.count ? texts : nil
    }
  }

  /// The `Codable` value for a key; `nil` when it is missing or does not decode.
  public func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: String) -> Decoded? {
    value(forKey: key) { value in
      guard case .data(let data) = value else { return nil }
      return try? JSONDecoder().decode(type, from: data)
    }
  }
}

/// Translates live objects to references and back.
package protocol ReferenceCoding {
  /// The node under which an object is preserved, or `nil` if it cannot be.
  func reference(to object: AnyObject) -> NodeID?

  /// The live object of a node; `nil` if it has none.
  func object(for node: NodeID) -> AnyObject?

  /// The saved state of a node's object, or `nil` if it must not be decoded.
  func coder(for node: NodeID) -> Coder?

  /// The object that a value names without being a reference, or `nil` if it names none.
  func object(named value: Value, forKey key: String) -> AnyObject?

  /// Called when an app writes to one of the kit's keys.
  func noteKitKey(_ key: String)
}

extension ReferenceCoding {
  /// Returns `nil`.
  package func object(named value: Value, forKey key: String) -> AnyObject? { nil }

  /// Does nothing.
  package func noteKitKey(_ key: String) {}
}

extension Value {
  /// The text, if the value is text.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The values in order, if the value is an array.
  var array: [Value]? { if case .array(let values) = self { values } else { nil } }

  /// The values by name, if the value is a dictionary.
  var dictionary: [String: Value]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}

/// Facts about the program that saved a state, readable through every coder (contract 4.5).
public struct ArchiveInfo: Hashable, Sendable {
  /// The version of the app that saved.
  public var bundleVersion: String

  /// The system that the app ran on.
  public var systemVersion: String

  /// When the state was last saved, in seconds since 1970 UTC.
  public var timestamp: Double

  /// Makes facts; omitted ones are empty.
  public init(bundleVersion: String = "", systemVersion: String = "", timestamp: Double = 0) {
    self.bundleVersion = bundleVersion
    self.systemVersion = systemVersion
    self.timestamp = timestamp
  }
}
