import Preservation
import Reprise

extension Pilot {
  /// What a save would store now, in no particular order.
  public var savedObjects: [SavedObject] {
    application.preservation.fullWalk().values.map(SavedObject.init)
  }

  /// A coder as the kit gives it to objects of this app, which may refer to each other.
  ///
  /// - Parameter values: What it holds, for decoding.
  public func coder(values: [(key: String, value: Value)] = []) -> Coder {
    Coder(values: values, references: application.preserver)
  }
}

/// An object in saved state.
nonisolated public struct SavedObject: Hashable, Sendable {
  /// Its number in the state.
  public let node: NodeID
  /// The key under which its type is registered.
  public let typeKey: String
  /// Its restoration identifier; empty for a registered object.
  public let identifier: String
  /// Whether it is neither a view nor a controller.
  public let isObject: Bool

  init(_ record: ObjectRecord) {
    node = record.node
    (typeKey, identifier) = (record.typeKey, record.identifier)
    isObject = record.kind == .object
  }
}

/// The file of a saved state, opened for reading only.
nonisolated public struct SavedStateFile: Sendable {
  private let file: StateFile

  /// Names the file, `state.sqlite` in the directory of a session.
  public init(path: String) { file = StateFile(path: path) }

  /// The objects in it, in no particular order.
  ///
  /// - Throws: `StateError` where the keys don't open it.
  public func objects(keys: any KeyProvider) throws -> [SavedObject] {
    try file.contents(keys: keys).records.map(SavedObject.init)
  }
}
