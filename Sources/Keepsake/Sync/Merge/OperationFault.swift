import Inventory

/// Why a home set an operation aside, or some of its values.
///
/// The reason depends only on the operation and on what the server ordered before it, so all homes set the
/// same ones aside.
public enum OperationFault: String, Hashable, Sendable, CaseIterable {
  /// It can't be opened, or is larger than an operation may be.
  case unreadable
  /// Its number doesn't follow the last one of its device.
  case misnumbered
  /// Its author claims to have seen what the server ordered after it.
  case early
  /// No inventory can hold some of its values.
  case invalid
  /// Some of its cells have as many values as they can hold.
  case crowded

  /// The reason to display.
  public var words: String {
    switch self {
    case .unreadable: "altered, sealed with another key, or too large"
    case .misnumbered: "not the change that follows the last one of its device"
    case .early: "claims to know changes that came after it"
    case .invalid: "values that no inventory can hold"
    case .crowded: "more than \(OperationBounds.valuesPerCell) values of one field at the same time"
    }
  }
}

extension SyncOperation {
  /// The fault of the operation itself, regardless of what precedes it.
  var fault: OperationFault? {
    let isValid =
      author.utf8.count <= Bounds.nameBytes
      && (-OperationBounds.lastMoment...OperationBounds.lastMoment).contains(at)
      && writes.allSatisfy(\.hasShortNames)
    return isValid ? nil : .invalid
  }
}

extension RowWrite {
  /// Column names contain the name of a tag or field.
  fileprivate var hasShortNames: Bool {
    let most = 2 * Bounds.nameBytes
    return row.kind.utf8.count <= most && row.key.utf8.count <= most
      && cells.keys.allSatisfy { $0.utf8.count <= most }
  }
}
