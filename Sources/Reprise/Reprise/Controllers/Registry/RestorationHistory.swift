import Preservation

/// The changes in an app's types from version to version (contract 10.1.4).
struct RestorationHistory {
  /// A step that migrates the values of a schema to the next one.
  typealias Migration = (inout SavedState) throws -> Void

  /// A restoration identifier that changed.
  struct Renaming {
    var old: String
    var new: String
    var typeKey: String?
  }

  var typeKeys: [String: String] = [:]
  var classKeys: [String: String] = [:]
  var schemas: [String: Int] = [:]
  var migrations: [String: [Int: Migration]] = [:]
  var renamings: [Renaming] = []

  /// The record as this version of the app would have saved it.
  ///
  /// - Throws: ``UnknownState`` if it cannot be migrated: then it stays as it is.
  func updated(_ saved: ObjectRecord) throws(UnknownState) -> ObjectRecord {
    guard saved.kind != .unreadable else {
      throw UnknownState(reason: "a newer version saved it in an unknown form")
    }
    var record = saved
    record.typeKey = typeKeys[saved.typeKey] ?? saved.typeKey
    record.restorationClass = saved.restorationClass.map { classKeys[$0] ?? $0 }
    for step in renamings where step.old == record.identifier {
      if step.typeKey ?? record.typeKey == record.typeKey { record.identifier = step.new }
    }
    if !saved.carried.isEmpty { record.values = saved.valuesWithCarried }
    try migrate(&record)
    return record
  }

  private func migrate(_ record: inout ObjectRecord) throws(UnknownState) {
    let current = schemas[record.typeKey] ?? 1
    guard record.schema != current else { return }
    guard record.schema < current else {
      throw UnknownState(
        reason: "a newer version saved it (schema \(record.schema), this version knows \(current))")
    }
    var state = SavedState(record.values)
    for schema in record.schema..<current {
      guard let step = migrations[record.typeKey]?[schema] else {
        throw UnknownState(reason: "there is no migration for its schema \(schema)")
      }
      do {
        try step(&state)
      } catch {
        throw UnknownState(reason: "the migration of its schema \(schema) failed: \(error)")
      }
    }
    record.values = state.values
    record.schema = current
  }
}

/// Why this version of the app cannot use a record, though another one may.
struct UnknownState: Error {
  var reason: String
}

extension RestorationRegistry {
  /// Adds the step that migrates the values of a schema to the next one.
  ///
  /// The steps run in order up to the registered schema. An object for which a step is missing or
  /// throws is left out, kept as it is, and reported.
  ///
  /// - Parameters:
  ///   - key: The present key of the type.
  ///   - schema: The schema that the step starts from.
  ///   - step: Changes the keyed values.
  public mutating func addMigration(
    of key: String, from schema: Int, _ step: @escaping (inout SavedState) throws -> Void
  ) {
    history.migrations[key, default: [:]][schema] = step
  }

  /// Says that a restoration identifier has changed.
  ///
  /// - Parameters:
  ///   - old: The identifier in older state.
  ///   - new: The present identifier.
  ///   - typeKey: The key of the only type concerned; `nil` for all types.
  public mutating func rename(identifier old: String, to new: String, of typeKey: String? = nil) {
    history.renamings.append(.init(old: old, new: new, typeKey: typeKey))
  }
}
