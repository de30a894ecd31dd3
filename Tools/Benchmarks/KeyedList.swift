/// A list in a terminal that gets Down keys, and the time of each in microseconds.
struct KeyedList {
  let name: String
  let terminal: RawTerminal
  private(set) var times = Samples()
  private var bytes = 0
  private var count = 0

  init(name: String, terminal: RawTerminal) {
    self.name = name
    self.terminal = terminal
  }

  var bytesPerKey: Double { Double(bytes) / Double(count) }

  /// Waits until the list is shown.
  func settle() {
    _ = terminal.readUntilQuiet(milliseconds: 300)
  }

  mutating func press(_ count: Int) {
    let before = terminal.byteCount
    for _ in 0..<count {
      let start = RawTerminal.now
      terminal.send("\u{1B}OB")
      times.add(terminal.readUntilQuiet(milliseconds: 4, timeout: 500).map { $0 - start })
    }
    bytes += terminal.byteCount - before
    self.count += count
  }
}
