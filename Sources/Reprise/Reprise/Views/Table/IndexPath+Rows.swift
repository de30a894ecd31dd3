import Foundation

nonisolated extension IndexPath {
  /// Makes the path of a row in a section of a table.
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// The section; 0 if the path has none.
  public var section: Int { isEmpty ? 0 : self[0] }

  /// The row in the section; 0 if the path has none.
  public var row: Int { count < 2 ? 0 : self[1] }
}
