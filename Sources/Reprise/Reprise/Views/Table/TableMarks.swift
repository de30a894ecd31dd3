import Preservation

/// Saves the marks of a table as an object of their own.
///
/// There can be a hundred thousand marks, and moving the selection must not store them again. The table's screen
/// refers to this object while rows are marked.
final class TableMarks: View {
  private weak var table: TableView?

  init(of table: TableView) {
    self.table = table
    super.init()
  }

  override var restorationIdentifier: String? {
    get { table?.restorationIdentifier.map { $0 + ".marks" } }
    set {}
  }

  override var preservationOwner: Responder? { table?.preservationOwner }

  override func encodeRestorableState(with coder: Coder) {
    guard let table else { return }
    coder.encode(value: table.marks.value, forKey: "marks")
    guard let range = table.markRange else { return }
    coder.encode(value: range.start.value, forKey: "range.start")
    coder.encode(value: Value(path: range.startPath), forKey: "range.startPath")
    coder.encode(value: range.end.map(Value.init(path:)), forKey: "range.end")
    coder.encode(range.added, forKey: "range.added")
  }

  override func decodeRestorableState(with coder: Coder) {
    guard let table else { return }
    let marks = RowMarks(value: coder.value(forKey: "marks"))
    var range: MarkRange?
    if let start = coder.value(forKey: "range.start").flatMap(RowKey.init(value:)),
      let path = coder.value(forKey: "range.startPath")?.indexPath
    {
      range = MarkRange(
        start: start, startPath: path, end: coder.value(forKey: "range.end")?.indexPath,
        added: min(max(0, coder.decodeInt(forKey: "range.added") ?? 0), marks.count))
    }
    table.restore(marks, range)
  }
}
